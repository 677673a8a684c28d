/**
 * Words whose combination within one language says that a person must not be written to. In the form of `wordsOf`; `*`
 * stands for any ending.
 */
export interface BlockWords {
  /** Not, never, stop, refuses: before `reach`. */
  no: string;
  /** Writing, contacting, disturbing, sending, hearing. */
  reach: string;
  /** Taking off, leaving out: before `list`. */
  off: string;
  /** Lists of recipients, mailings, campaigns. */
  list: string;
  /** Behind `reach` and `list`: "contact undesired", "vom Verteiler streichen". */
  after?: string;
  /** Verbs with their negation in one word: "nepsat". */
  alone?: string;
}

export const BLOCK_WORDS: Record<string, BlockWords> = {
  en: {
    no: "not don doesn dont doesnt never longer stop stops stopped stopping cease quit refuse* declin* object* enough much against oppos* forbid* forbade avoid halt end",
    reach:
      "contact contacted contacting contacts emailed emailing emails mail mails mailed mailing* writing written messag* correspond* campaign* solicit* communicat* approach* bother* disturb* marketed spam* newsletter* hear mailout* eshot*",
    off: "remov* delet* drop dropped strike struck off exclud* omit* purg* scrub* out",
    list: "list lists mailing* campaign* distribution circulation newsletter* sendout* mailout*",
    after: "unwanted undesired unwelcome prohibited forbidden",
  },
  de: {
    no: "nicht nichts nie niemals nix nimmer keinerlei kein keine keinen keiner keinem untersag* verbiet* verbot* verbat verbittet unterlass* verzicht* lehnt",
    reach:
      "schreib* geschrieben anschreib* angeschrieben anzuschreiben zuschreib* mailen gemailt anmailen angemailt anzumailen kontakt kontaktier* kontaktaufnahm* zusend* zugesandt zuzusenden zuschick* zugeschickt zuzuschicken belastig* behellig* nachrichten mitteilungen anzusprechen angesprochen uns bewerben beworben umworben benachrichtig* aussendung* versand mailversand mailing* massenmail* serienmail*",
    off: "raus runter streich* gestrichen entfern* losch* geloscht nehmen genommen herausnehmen rausnehmen ausschlie* ausgeschlossen auslassen",
    list: "verteiler* mailverteiler* adressverteiler* newsletterverteiler* liste mailingliste empfangerliste versandliste kontaktliste adressliste mailliste mailing mailings kampagne* aussendung* rundmail* rundbrief* rundschreiben",
    after:
      "unerwunscht unterlassen untersagt verbeten verboten einstellen eingestellt beenden stoppen gestoppt abgelehnt raus runter streichen gestrichen entfernen entfernt loschen geloscht nehmen genommen herausnehmen rausnehmen ausschliessen",
  },
  fr: {
    no: "pas plus jamais rien aucun aucune refus* interdi* arret* stop stopper cesse* oppos* eviter evitez",
    reach:
      "contacter contacte contactee contactez contact ecrire ecrit ecrive* ecrivez sollicit* demarch* relancer relance* envoyer envoye* envoi envois recevoir derang* importun* mailing* emailing* messages courriels communications prospect*",
    off: "retir* enlev* supprim* ray* radi* sortir sorti sortie exclu* oter otez effac*",
    list: "liste listes envoi envois mailing* fichier campagne* diffusion destinataires newsletter* base",
    after: "interdit* refus* indesirable* stopper arreter cesser",
  },
  es: {
    no: "no nunca jamas sin dejar deje dejen rechaz* prohib* niega nego parar basta evitar cesar suspender detener",
    reach:
      "contactar contactarle contactarla contactarlo contacten contactes contactemos contacte contactado contactada contactad contacto escribir* escriba* escribe* escriban envien envie envies enviar enviarle enviarlo enviemos enviado envios mandar mandarle manden mande mandemos molest* recibir mensajes correos comunicaciones campanas boletines",
    off: "quit* elimin* borr* sacar saque* exclu* retir* salir* tachar suprim* dar",
    list: "lista listas listado envios campanas mailing* boletin* correos distribucion",
    after: "prohibid* indesead*",
  },
  it: {
    no: "non mai nessun nessuna niente basta smett* rifiut* viet* evitare cessare interromp* sospend* senza no",
    reach:
      "contattare contattato contattata contattarlo contattarla contattate contatto scriv* riscriv* inviare inviate inviargli inviarle inviato invio invii mandare mandargli mandarle mandate mandiamo disturb* ricevere riceva messaggi comunicazioni sollecit* importun* campagne",
    off: "togli* tolto tolta rimuov* rimoss* rimozione eliminar* cancell* esclu* depenn* uscire uscito levare",
    list: "lista liste mailing* invii campagne elenco indirizzario newsletter",
    after: "vietat* indesiderat* sgradit*",
  },
  pt: {
    no: "nao nunca jamais sem chega basta deixar deixe deixem parar pare parem recus* proib* evitar cessar nega",
    reach:
      "contactar contatar contactem contatem contacte contate contactado contatado contactada contatada contacto contato escrev* enviar envie enviem enviado envio envios mandar mande mandem incomod* perturb* receber mensagem mensagens emails comunicac* campanha*",
    off: "retir* remov* exclu* elimin* apag* tirar tire sair saiu riscar",
    list: "lista listas envio envios campanha* mailing* distribuicao newsletter*",
    after: "proibid* indesejad*",
  },
  nl: {
    no: "niet niets nooit geen weiger* stop stopt stoppen verbod* verbied* zonder",
    reach:
      "mailen gemaild mailt mails aanschrijv* aangeschreven aanschrijf contacteren gecontacteerd contact benader* toesturen toegestuurd sturen stuurt gestuurd berichten mailing* lastigvallen schrijven ontvangen verzenden versturen nieuwsbrie*",
    off: "halen gehaald af verwijder* schrap* geschrapt wissen uitsluiten",
    list: "lijst maillijst mailinglijst verzendlijst adreslijst contactlijst mailing* mailbestand nieuwsbrie* campagne*",
    after: "niets stoppen ongewenst stopzetten verboden halen gehaald af verwijder* schrappen geschrapt",
  },
  pl: {
    no: "nie nigdy przesta* koniec zakaz* zabron* zabrania odmaw* odmow* bez zadn* stop dosc wstrzym* rezygn*",
    reach:
      "kontakt* pisac pisz piszcie napisac pisania wysylac wysylaj* wyslac wysylki wysylania przesyl* przysyl* maili maile mailami mailow* mailing* emaili wiadomosci zaczepiac niepokoic nekac otrzymywac dostawac",
    off: "usun* wykresl* skresl* wypis* wyklucz* wylacz* wyrzuc* zdjac wykasowa*",
    list: "lista listy liste mailing* bazy baza wysylk* newsletter* rozsylk* kampani*",
    after: "zabronion* niepozadan* wstrzymac wstrzyman* zakazan*",
    alone: "niewysyl* niepisa* niekontakt*",
  },
  ru: {
    no: "не никогда перестан* прекрат* запре* против хватит отказ* без избегать никаких воздерж*",
    reach:
      "писать написать пиш* беспоко* тревож* посылать присылать отсылать высылать рассылать слать шлите присылаите отправл* контактир* связыва* рассыл* письма писем письмо сообщени* получать спам*",
    off: "убра* убер* удал* исключ* вычерк* снять вынести вывести",
    list: "рассыл* списк* список базы базу база",
    after: "запрещен* нежелательн* прекратить остановить",
  },
  uk: {
    no: "не ніколи припин* перестан* заборон* проти відмов* без досить",
    reach:
      "писати пиш* турбув* турбу* надсил* слати зв контакт* листів листи листами листа повідомлен* отримувати розсил*",
    off: "вилуч* прибра* видал* виключ* викресл*",
    list: "розсил* списк* список бази",
  },
  bg: {
    no: "не никога без спрете спри отказ* против забран*",
    reach:
      "пиш* изпращ* праща* контакт* безпоко* свързва* писма съобщени* получава търси търсете имеил* мейл* меил*",
    off: "махн* премахн* изтри* изключ* свал*",
    list: "списък* бюлетин* разпращ*",
  },
  czech: {
    no: "ne nikdy uz prestat prestante zakaz* odmit* odmiet* bez zadne ziadne nesouhlas* nesuhlas* nepreje nezada nezel* nechce neprej*",
    reach:
      "psat posilat zasilat kontaktov* oslov* obtezov* zpravy maily emaily mailing* posielat zasielat pisat spravy dostavat",
    off: "vyradi* vyskrtn* smaz* odstran* vymaz* vyjm* skrtn* vyrad*",
    list: "seznam* zoznam* rozes* mailing* databaze databazy adresare",
    alone: "nepsa* nepis* neposil* neposiel* nezasil* nezasiel* nekontakt* neoslov* neobtez* neobtaz*",
  },
  hu: {
    no: "ne nem soha tobbet tilt* leallit* megtilt* elutasit* abba stop hagyjuk",
    reach:
      "irj* irni irhat* irunk kuld* zakla* zavar* megkeres* keress* level* ertesites* uzenet* email* mail* kapcsolat* kapni kapjon",
    off: "vegy* torol* torles* levenni kivenni huzzuk vedd",
    list: "listarol listabol adatbazisbol korlevel* levelezolista*",
    after: "leallit* tilos torol* torolni levenni kivenni",
  },
  ro: {
    no: "nu fara opri* stop incet* refuz* interzi* niciodata evita*",
    reach:
      "contacta contactat contactati contactata contactam contacteze contact scri* trimi* mesaj* email* mailuri primeas* primi deranj* comunicari corespondenta oferte",
    off: "scoate* scos scoasa sterge* sters* elimina* exclu*",
    list: "lista liste newsletter* campani* baza",
    after: "interzis*",
  },
  nordic: {
    no: "inte ej aldrig aldri ingen inga ikke ikkje sluta slut slutt stop stopp stoppa stoppe undanbe* frabe* slipp* nekt* avboj* nei afvis* avvis* forbud* undga unnga undvik",
    reach:
      "kontakt* skriv* send sende sendes sendas skick* mejl* mail maile mailes mails høre høra hora utskick* henvend* forstyrr* storas besked* meddeland* meldinger post epost e reklam*",
    off: "bort fjern* slet* stryk* radera* udga* plocka uteslut*",
    list: "lista listan liste listen listor sandlista* utskick* nyhetsbrev* nyhedsbrev* kampanj*",
    after: "inte ej ikke undanbedes frabedes uønsk* oonsk*",
  },
  fi: {
    no: "ei eivat ala alkaa kielta* kiells* kielsi kielsivat lopet* ilman loppu",
    reach:
      "yhtey* viest* kirjoit* kirjoj* kirjei* lahet* laheta posti* hairi* kontaktoi* markkinoin* mainok*",
    off: "poist* pois",
    list: "listalta listasta postituslistalta rekisterista",
    after: "kielletty loppu pois",
  },
  tr: {
    no: "hayır asla reddet* yasak* durdur*",
    reach: "mail* posta* mesaj* iletisim* yazısma* gonder* bulten* rahatsız",
    off: "cıkar* cikar* sil silin silinsin",
    list: "liste* rehber*",
    after:
      "istemiyor* istemez istemedi* yapma* gonderme* atmayın gecme* kurulmasın kurma* kesilsin yasak* durdurul* almasın gonderilme* etmey* cıkar* silinsin silin",
    alone: "yazılmasın* yazmayın* yazmayal* gondermey*",
  },
  el: {
    no: "μη μην δεν οχι ποτε σταματ* αρνειται απαγορευ* χωρις",
    reach: "γραφ* στελν* στειλ* σταλ* επικοινων* ενοχλ* μηνυμα* email emails αποστολ* ενημερω*",
    off: "αφαιρ* βγει βγαλ* διαγρα* εξαιρ*",
    list: "λιστα* καταλογ*",
  },
  yugoslav: {
    no: "ne nocem nocemo necu necemo nikad prestat* prestan* odbij* zabran* bez nemojte nemoj не никад престан* одби*",
    reach:
      "kontaktira* slati salji* slanj* pisat* pisite uznemir* poruk* mailov* javlja* obavjest* obavest* obavijest* posilja* posta poste posto слати писати порук* контактира*",
    off: "makn* ukloni* izbris* obris* brisa* skin* odstrani* izbaci* izpis* ispis* скин* бриса* избриш* уклон* избаци*",
    list: "lista liste listi listu popisa seznama spiska листе листи списка",
  },
  baltic: {
    no: "ne nereikia daugiau nevajag vairs ei mitte ara arge lopetage nenori nevelas nesoovi keel*",
    reach:
      "rasyt* siust* susisiek* trukdyt* laisk* rakstīt rakstit sutit sazinat* traucet vestul* kirjuta* saat* tulita* kirju teateid uhendust",
    off: "isbraukt* pasalint* istrint* iznem* izsvitrot izdzest eemalda* kustuta*",
    list: "adresatu saras* sarakst* nimekirjast listist",
    alone: "nebesikreip* nerasyt* nebesiu* nesiusk* nesiust* neberas* nebenor* nebesusisiek* netrukdy*",
  },
  he: {
    no: "לא אין אל תפסיקו להפסיק שלא בלי מסרב* אסור",
    reach: "לכתוב לשלוח לפנות להטריד תכתבו תשלחו תפנו יכתבו ישלחו יפנו ליצור יצור קשר הודעות מיילים מייל",
    off: "להוציא להסיר הסירו למחוק להוריד",
    list: "רשימה מרשימה מהרשימה מרשימת רשימת תפוצה מהתפוצה",
  },
  ar: {
    no: "لا عدم توقفوا توقف أوقفوا اوقفوا بدون يرفض ترفض ممنوع ايقاف إيقاف",
    reach:
      "تتواصل* تواصل* التواصل يتواصل* نتواصل الإرسال الارسال إرسال ارسال ترسل* رسائل الرسائل رسالة إزعاج ازعاج تزعج* مراسل* تكتب* بريد",
    off: "احذف* أحذف* حذف* أزل* ازل* إزال* ازال* شطب",
    list: "القائمة قائمة القوائم",
  },
  id: {
    no: "jangan jgn tidak tak stop berhenti hentikan tolak menolak",
    reach:
      "emel email dihubungi hubungi menghubungi dikirim* kirim* mengirim* pesan kontak surat email surel ganggu menerima",
    off: "hapus dihapus keluarkan dikeluarkan coret buang dibuang padam dipadam",
    list: "daftar milis senarai",
  },
  vi: {
    no: "đung khong ngung cham",
    reach: "lien gui viet nhan phien",
    off: "xoa loai",
    list: "danh",
  },
};
