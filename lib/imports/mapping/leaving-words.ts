import { CALLED_SPAM, REMOVED_AT_WISH } from "./leaving-wishes";

/**
 * How people write that somebody wants no mail, or only letters or calls, in a cell or as a header: patterns over
 * words as `headerWords` writes them. Only clear ones, because they are looked for in every column, including notes:
 * asked about, never interpreted. `W ` stands for a word.
 */
const BY_LANGUAGE: Record<string, readonly string[]> = {
  wishes: REMOVED_AT_WISH,
  spam: CALLED_SPAM,
  en: [
    "\\bnoe?mails?\\b|\\bopted not\\b|\\b(?:marked|reported) (?:W ){0,2}as spam|\\bremove (?:me|us|him|her|them)\\b|\\bdelisted\\b|\\bnot on (?:the |our )?(?:mailing )?list\\b|\\bo o e ?mail|\\bunsub|\\bopt(?:s|ed|ing)? ?(?:W )?out\\b|\\bunjoin|\\bdo not disturb\\b",
    "\\b(?:taken?|take|took|gets?|rmvd|remov(?:e|es|ed|al)|delet(?:e|ed|ion)|strike|struck|dropped) (?:W ){0,3}(?:off|from) (?:W ){0,3}(?:lists?|newsletters?|mailings?|database|e ?mails)\\b|\\btake (?:me|us|him|her|them) off$|\\bright to object\\b",
    "\\b(?:off|left|leaves?|leaving|quit) (?:the |our |your |this |all )?(?:mailing |distribution |e ?mail |news ?letter )?(?:list|newsletter)\\b",
    "\\bno (?:more|further) (?:W )?(?:e ?mails?|mails?|mailings?|newsletters?|letters|marketing|contact|communications?|messages)\\b",
    "\\b(?:do|must|should|may|shall|please|pls) not (?:be )?(?:e ?mail|contact|mail|writ|bulk|send|market|solicit)|\\bnot to be (?:contacted|e ?mailed|mailed|written)",
    "\\b(?:asked|asks|told) (?:us |me )?(?:not )?to (?:stop|(?<=not to )(?:write|e ?mail|mail|contact|send)|be (?:removed|left alone))|\\b(?:don t|dont|never|stop) (?:e ?mail|contact|mail|writ|send(?! (?:W ){0,3}(?:price|invoice|order|parcel|sample|quote|goods|package|receipt)))",
    "\\b(?:(?:do|does|did) not|don t|dont|doesn t|doesnt|didn t) (?:want|wish|like) (?:to (?:receive|get|hear|be (?:contacted|e ?mailed|mailed))|(?:W ){0,2}(?:e ?mails?|mails?|mailings?|newsletters?|marketing|contact)\\b)",
    "\\bno longer (?:wants?|wish(?:es)?) |\\bwants? (?:out\\b|no (?:W )?(?:e ?mails?|mails?|mailings?|newsletters?|contact))",
    "^quit (?:on |in |since )?(?:\\d{1,2} |(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\\p{L}* ){0,2}(?:19|20)\\d\\d\\b|\\bsend (?:nothing|no) more\\b",
    "\\bstop (?:all|e ?mails?|mails?|mailings?|newsletters?|contact)\\b|\\bstopall\\b",
    "\\b(?:withdr(?:ew|aw|awn|aws)|revoke[ds]?|rescind(?:s|ed)?) (?:W ){0,2}(?:consent|permission|opt ?in|subscription)|\\bobject(?:s|ed|ion)? to (?:W ){0,2}(?:marketing|mail|e ?mail|processing|advertising|contact)",
    "\\bright to (?:be forgotten|erasure)|\\berasure\\b|\\bgdpr (?:delet|eras|remov)|\\b(?:deletion|removal) request|\\brequest(?:s|ed)? (?:W )?(?:deletion|removal)|\\bdelete (?:all )?(?:my|his|her|their) data",
    "\\b(?:post|letters?|phone|telephone|paper|sms|fax|whatsapp) only\\b|\\bonly (?:by|via|per|through) (?:post|letter|phone|telephone|sms|fax|whatsapp)\\b",
    "\\bleave (?:me|us|him|her|them) alone\\b|\\bwants off\\b|\\bcease (?:all )?(?:contact|e ?mail|mail|communication)|\\bno (?:e ?mails?|mails?|mailings?|newsletters?|marketing|spam|offers|updates|comms|(?:e ?)?blasts?|solicit\\p{L}*)\\b(?! (?:adr|addr|account|known|yet|given))",
  ],
  laws: [
    "\\brtbf\\b|\\bd n [cme]\\b|\\bmail ?stopp?\\b|\\bforget (?:me|him|her|them|us)\\b|\\b(?:pls|please) take off$|\\bnot to receive\\b|\\bno e ?(?:shots?|news|blasts?)\\b|\\bspamming\\b",
    "\\bart(?:\\p{L}{0,5}) (?:17|21) (?:W ){0,2}(?:gdpr|d ?s ?gvo|rgpd|avg|rodo|lgpd|uavg|request|objection|received|widerspruch|antrag)|\\b(?:gdpr|dsgvo|rgpd|rodo|lgpd) (?:art\\p{L}{0,5} )?(?:17|21)\\b|\\bauf eigenen wunsch\\b",
  ],
  de: [
    "\\bverbitte\\p{L}* (?:W ){0,4}(?:e ?mails?|mails?|werbung|post|newsletter|zusendung\\p{L}*)",
    "abbestell|abgemeldet|\\babgem\\b|\\babm nl\\b|abgeml|\\bkeine (?:weiteren )?(?:infos|kontaktaufnahme)|\\bkontakt unerw|\\bversand (?:gestoppt|stopp|einstellen)|\\bkein versand|\\bnichts (?:mehr )?(?:zusenden|zuschicken|schicken|senden)|\\bn(?:icht)? (?:an)?schr(?:eiben)?\\b|\\bn(?:icht)? anschr|\\babmeld|\\bausgetragen|werbesperre|mail ?sperre|robinson ?liste",
    "\\bnicht (?:mehr |wieder |weiter )*(?:an ?schreiben|an ?mailen|angeschrieben|kontaktier|mailen|zusenden|zuschicken|bewerben)|\\bnicht mehr (?:senden|schicken|schreiben|beliefern)",
    "\\b(?:aus|vom|von) (?:W ){0,3}(?:\\p{L}*verteiler|\\p{L}*liste|newsletter) (?:W ){0,2}(?:nehmen|genommen|streichen|gestrichen|loschen|geloscht|entfern|austragen|raus|herausnehmen)",
    "\\b(?:streichen|loschen|entfernen|nehmen|raus) (?:W ){0,3}(?:aus|vom|von) (?:W ){0,2}(?:\\p{L}*verteiler|\\p{L}*liste|newsletter)",
    "\\bkeine? (?:weiteren? )?(?:mails?|e ?mails?|newsletter|werbung|werbe\\p{L}*|zusendung\\p{L}*|mailings?|rundschreiben|infopost)\\b(?! adr)",
    "\\b(?:mochte|will|wunscht|wollen|wunschen) (?:W ){0,2}(?:keine?n?|nichts|nix|nicht) (?:W ){0,2}(?:mehr|mails?|newsletter|werbung|erhalten|bekommen|horen)\\b",
    "(?:werb\\p{L}*|einwilligung|newsletter|datennutzung) (?:W ){0,3}(?:widerr|widersp)|\\b(?:widerr|widersp)\\p{L}* (?:W ){0,4}(?:werb|newsletter|e ?mail|datennutz|einwillig)",
    "\\bnur (?:noch )?(?:(?:per |via |uber )?(?:post|brief|telefon|fax|sms|tel)|postalisch|telefonisch|briefpost)\\b",
    "\\bdaten (?:W ){0,2}(?:loschen|geloscht)|\\blosch(?:antrag|begehren|anfrage|wunsch|verlangen)|\\bloschung (?:W ){0,3}(?:verlangt|gewunscht|beantragt|gefordert|angefordert|daten)|recht auf (?:loschung|vergessen)",
    "\\bin ruhe (?:ge)?lassen|\\baustragung|werbeverbot|\\bnewsletter nein|\\bnicht mehr beschicken|\\bkein interesse (?:mehr )?an (?:W )?(?:e ?mails?|mails?|newsletter|werbung)",
    "\\b(?:mochte|wunscht|will) keine?n? (?:infos?|kontakt\\p{L}*|werbung)|\\bbitte (?:W )?(?:loschen|entfernen|austragen|streichen)\\b",
  ],
  fr: [
    "desabo|desinscri|\\bne envoyer|\\barret\\p{L}* (?:W ){0,2}envois?|\\bradie?\\p{L}* (?:W ){0,2}liste|\\bplus envie de recevoir|\\bne (?:veut|souhaite|desire|voudrait)\\b|\\bne (?:pas|plus) (?:contacter|ecrire|envoyer|solliciter|demarcher|relancer|mailer|recevoir|deranger)",
    "\\bn (?:envoyez|envoyer|ecrivez|ecrire) plus rien\\b|\\bplus (?:de|aucun) (?:e ?mails?|mails?|mailings?|courriels?|newsletters?|publicite|pub|infolettres?)\\b|\\bstop (?:a la )?(?:pub|publicite|e ?mails?|mails?|newsletters?)\\b|stop ?pub",
    "\\b(?:retir|enlev|supprim|ray|sort)\\p{L}* (?:W ){0,3}(?:de|des|du) (?:W ){0,3}(?:listes?|fichier|newsletter|diffusion|mailing)",
    "\\b(?:uniquement|seulement|exclusivement) (?:par )?(?:courrier(?! electr)|telephone|sms|voie postale|la poste)|\\bcourrier (?:uniquement|seulement)",
    "droit a l (?:oubli|effacement)|\\beffacement\\b|suppression de(?:s| ses) donnees|\\boppos(?:e|ition) (?:a la|aux?) (?:prospec|e ?mail|demarch|publi)|retrait (?:du|de son) consentement|bloctel|liste rouge",
  ],
  es: [
    "\\b(?:de|dar|darse|dado|pide|pidio|solicita|solicito) (?:la )?baja\\b|desuscri|\\bno (?:desea|quiere) (?:W ){0,2}(?:recibir|mas|info|correos?|e ?mails?|publicidad|ser)|\\bno (?:(?:le|les|lo|la|los|me|nos) )?(?:envi|contact|molest|escrib|mand)",
    "\\b(?:salir|salirse|quitar|borrar|eliminar|sacar|retirar|excluir|quitad|borrad|eliminad|retirad)\\p{L}* (?:W ){0,3}(?:de|del) (?:W ){0,2}(?:listas?|listado|boletin|mailing)",
    "\\bsol(?:o|amente) (?:por )?(?:correo (?:postal|ordinario)|telefono|carta|sms)|derecho (?:al olvido|de supresion)|lista robinson|revoc\\p{L}* (?:W ){0,2}consentimiento|\\bdejar de enviar",
  ],
  it: [
    "disiscri|\\bnon (?:vuole|desidera|gradisce) (?:W ){0,2}(?:piu|ricevere|e ?mail|mail|essere|newsletter|pubblicita)|\\bnon (?:(?:gli|le|lo|la|mi|ci) )?(?:contatt|invi|scriv|disturb|mand)\\p{L}*\\b",
    "\\b(?:uscir|toglier|rimuover|rimoss|tolt|eliminar|eliminat|cancellar|cancellat)\\p{L}* (?:W ){0,2}dall[ae]? (?:W ){0,2}(?:list[ae]|newsletter|mailing|elenco)",
    "\\bsolo (?:(?:per|via|tramite) )?(?:posta(?! elettr)|telefono|lettera|sms)|diritto all oblio|revoc\\p{L}* (?:W ){0,2}consenso|\\bbasta (?:e ?mail|mail|newsletter)|\\bsi e cancellat|\\bstop invii|\\bnon ricevere",
  ],
  pt: [
    "descadastr|\\bn enviar|\\bnao (?:quer|deseja) (?:W ){0,2}(?:contat|receber|mais|e ?mails?|ser)|\\bnao (?:(?:lhe|lhes|o|a|me|nos) )?(?:envi|contact|contat|incomod|escrev|mand)",
    "\\bpedi(?:u|ram) (?:para )?(?:sair|remocao)(?: d[aeo]s?\\b|$)|\\b(?:sair|remov|retir|exclu|tirar|apag)\\p{L}* (?:W ){0,3}d[aeo]s? (?:W ){0,2}(?:listas?|mailing|newsletter)",
    "\\b(?:so|somente|apenas) (?:por|pelo|via) (?:correio(?! eletr)|telefone|carta|sms)|direito ao (?:esquecimento|apagamento)|cancelou (?:a )?(?:inscricao|subscricao|newsletter)",
  ],
  nl: [
    "uitgeschreven|uitschrij[vf]|\\bafgemeld|\\bafmeld|\\bwil(?:t)? (?:W ){0,2}(?:geen|niets) (?:W ){0,2}(?:e ?mails?|mails?|nieuwsbrie\\p{L}*|reclame|meer|ontvangen)",
    "\\bstuur (?:W ){0,1}niets\\b|\\bniet (?:meer )?(?:mailen|benaderen|contacteren|aanschrijven|toesturen)|\\bgeen (?:e ?mails|mails|(?:e ?)?mail meer|nieuwsbrie\\p{L}*|reclame|mailings?)\\b",
    "\\bvan (?:W ){0,2}\\p{L}*lijst (?:W ){0,2}(?:af|halen|gehaald|verwijder|schrappen)|\\balleen (?:per|via) (?:post|brief|telefoon|sms)|\\balleen telefonisch|vergetelheid|verwijderverzoek",
  ],
  pl: [
    "wypis|niewysyl|\\bnie (?:mail\\p{L}*|chce|zyczy|wysyla\\p{L}*|kontaktowac|pisac|piszcie|pisz\\b)|zrezygnowa|rezygn\\p{L}+ z (?:newsletter|mailing|subskryp)|\\busun\\p{L}* (?:W ){0,2}z (?:W )?(?:listy|bazy|newslettera)",
    "\\btylko (?:poczta(?! elektr)|telefon|listownie|sms)|zapomnianym|(?:cofn|wycof)\\p{L}* zgod|sprzeciw (?:wobec|na|przeciw)",
  ],
  ru: [
    "отпис|(?<!\\p{L})не (?:писать|беспокоить|присылать|отправлять|рассылать|слать|хочет (?:W ){0,1}(?:получать|рассыл|писем))|больше не (?:пи[сш]|шл|слать|хо[чт]|присыл|отправл|беспоко|звон)|(?<!\\p{L})не (?:пишите|шлите|присылайте|отправляйте|беспокойте)",
    "(?:убра|удал|исключ)\\p{L}* (?:W ){0,1}из (?:W ){0,1}(?:рассыл|списк|баз)|отказ\\p{L}* от (?:рассыл|получ|подпис|писем)|(?<!\\p{L})только (?:по )?(?:телефон|смс|почтои(?! рос| электр))|право на забвение|отозва\\p{L}* соглас",
  ],
  nordic: [
    "avregistr|avprenumer|avanmal|\\bvill? (?:inte|ej|ikke) (?:W ){0,1}(?:ha|have|fa|bli|motta|modtage)\\b|\\binga (?:fler )?(?:mejl|mail|utskick|nyhetsbrev)|ta(?:s|gits)? bort (?:W ){0,2}fran (?:W )?(?:listan?|utskick)|\\b(?:endast|bara) (?:per|via) (?:post|brev|telefon|sms)",
    "\\bafmeld|\\bframeld|\\bavmeld|\\bmeld(?:t|te|er)? (?:(?:seg|sig) )?(?:av|fra)\\b|\\bvill bli (?:borttagen|struken)\\b|\\bikke (?:kontakt|mail|skriv|send)|ønsker (?:ikke|ingen)|\\bkun (?:per|via|pr) (?:post|brev|telefon|sms)|\\bslettes? fra (?:W )?listen?|reservert mot",
    "peruutt|perunut|\\bei halua|\\bala laheta|\\bei saa lahettaa|poist\\p{L}* (?:W )?(?:posti)?listalta|\\bvain (?:postitse|kirjeitse|puhelimitse|postilla)",
  ],
  central: [
    "odhlas|neposil|nezasil|nezasiel|nekontaktuj|\\bnepis(?:te|at|ati)\\b|nekontaktovat|\\bnechce|nepreje|\\b(?:jen|pouze|iba|len) (?:postou|telefonick)|vyra(?:dit|zen\\p{L}*) (?:W ){0,2}z|odvola\\p{L}* (?:souhlas|suhlas)|neposielat|\\b(?:zada|ziada) (?:o )?vymaz|\\bvymaz\\p{L}* (?:W ){0,1}(?:udaj|dat\\b)",
    "leiratkoz|\\bne (?:kuld|irj|keress|zavarj)|\\bnem (?:ker|kivan|szeretne) (?:W ){0,2}(?:tobb|hirlevel|level|e ?mail|megkeres)|\\bcsak (?:postan|telefonon|levelben)|torol\\p{L}* (?:W )?(?:a )?listarol",
    "dezabon|\\bnu (?:(?:imi|ne|le|ii|mi|va rog|mai) )*(?:doreste|vrea|trimite|contact|scri)|\\bdoar (?:prin )?(?:posta(?! electr)|telefon)|(?:scos|sters)\\p{L}? (?:de pe|din) lista",
    "\\bodjav|\\bne zeli|\\bne(?:mojte|moj)? (?:W ){0,2}(?:slati|slat|kontaktirati|saljite|salji|posilj|pisati|pisite|javljati)|\\bsamo (?:postom|telefonom|po posti)|skinu\\p{L}* s(?:a)? liste",
  ],
  others: [
    "διαγραφ\\p{L}* απο|απεγγραφ|(?<!\\p{L})δεν (?:θελει|επιθυμει)|(?<!\\p{L})μονο (?:ταχυδρομ|τηλεφων)",
    "abonelikten|listeden (?:c[ıi]k|sil)|istemiyor|(?:posta|mail|e ?posta|ileti) (?:gonderme|atma|yollama)|(?<!\\p{L})(?:artık|artik|bir daha) (?:W ){0,2}(?:gonderme|yazma|atma)|(?<!\\p{L})sadece (?:posta|telefon)",
    "відпис|(?<!\\p{L})не (?:пи[сш]\\p{L}*|надсил\\p{L}*|турбу\\p{L}*|хоче)|прибра\\p{L}* (?:з|зі) (?:розсил|списк)|(?<!\\p{L})тільки (?:поштою|телефоном)|(?<!\\p{L})не (?:желае|изпраща)",
    "harpidetza (?:utzi|kendu|ezezta|baliogab)|baja emanda|\\bez bidali|\\bez du (?:W ){0,3}nahi|zerrendatik|\\b(?:postaz|posta|telefonoz) (?:bakarrik|soilik)",
    "\\bdona\\p{L}* (?:W )?de baixa|\\bno vol (?:rebre|mes)|\\bnomes per (?:correu postal|telefon|carta)",
    "(?<!\\p{L})μη[ν]? (?:W ){0,2}(?:στελν|στειλ|γραφ|ενοχλ)|arge? (?:W ){0,2}(?:saat|kirjuta|tulita)|\\bara (?:saada|kirjuta)|\\b(?:nesut|nerakst|nesiusk|nerasyk)\\p{L}*|(?:ن?فرست(?:ید|ن)?|ارسال) ?نکنید|نفرست|(?<!\\p{L})אל (?:תשלח|תכתב|תפנ)|תפסיקו לשלוח",
    "\\b(?:skicka|maila|mejla|kontakta|send|skriv) (?:W ){0,1}(?:inte|ikke|ikkje|ej)\\b|\\b(?:skicka|maila|mejla|skriv|send) (?:inget|ingenting|intet)\\b|\\balkaa (?:W ){0,1}laheta|\\bsendid? (?:W ){0,2}ekki|\\bekki senda",
    "(?:ביקש|מבקש)\\p{L}* (?:ל)?הסר|הוסר מ|לא לשלוח|לא מעוניין לקבל|עדם",
    "لا ترسل|عدم الإرسال|إلغاء الاشتراك|لا يرغب",
    "ยกเลิก(?:การ)?(?:รับ|สมัคร|ติดตาม|เป็นสมาชิก)|(?:ไม่|เลิก)(?:ต้องการ|อยาก|ประสงค์)?(?:จะ)?รับ(?:ข่าว|อีเมล|เมล|จดหมาย|โฆษณา|ข้อมูล)|(?:อย่า|ห้าม|ไม่ต้อง|หยุด)(?:ส่ง|ติดต่อ)",
    "(?<!\\p{L})не (?:иска|желае|сака|жели|жела) (?:W ){0,3}(?:имеил|маил|писм|поща|порак|пошт|бюлетин)|nebenori|nenori (?:W ){0,2}(?:gaut|laisk)|вже не хоче|(?<!\\p{L})не хоче (?:W ){0,2}(?:отрим|лист)",
    "לא (?:רוצה|מעוניינ?ת?|מבקש\\p{L}*) (?:W ){0,2}(?:לקבל|מייל|מיילים|דיוור)|לא (?:ל(?:קבל|שלוח|פנות)) (?:מייל|דיוור)|להסיר (?:W ){0,2}מ(?:ה)?רשימ",
    "لا (?:يريد|تريد|يرغب|ترغب|اريد) (?:W ){0,3}(?:رسائل|بريد|استلام|تلقي|نشر)|(?<!\\p{L})(?:ایمیل|پیام|خبرنامه)\\p{L}* ?(?:W ){0,2}نمی ?(?:خواهد|خواهند|خوام|خواد)|ای میل (?:W ){0,2}نہیں چاہ",
    "(?:ईमेल|मेल|मैसेज|संदेश|न्यूज) (?:W ){0,2}(?:नहीं|मत|ना|न) ?(?:चाह|भेज|करें)|ইমেইল (?:W ){0,2}চান ?না|ইমেইল পাঠাবেন না|(?:மின்னஞ்சல்|மெயில்) (?:W ){0,1}(?:வேண்டாம்|அனுப்ப வேண்டாம்)",
    "აღარ (?:სურს|უნდა)|ნუ (?:გაუგზავნი|მისწერ)|(?:այլևս|այլեւս) չի (?:ուզում|ցանկանում)|չուղարկ",
    "\\b(?:tidak|tak|tdk|ga|gak|nggak|enggak) (?:mahu|mau|ingin|nak|hendak|bersedia) (?:W ){0,2}(?:terima|menerima|e ?mel|e ?mail|surel|dah|lagi)\\b|\\bminta (?:di)?(?:berhenti|stop|henti)|hataki (?:W ){0,2}(?:barua|kupokea|ujumbe)|\\bm?(?:usi|si)(?:ni|tu)?tum\\p{L}+ (?:W ){0,1}(?:barua|ujumbe|email)|ayaw (?:na|nang|ng) (?:W ){0,2}(?:makatanggap|tumanggap|e ?mail)",
    "nuk (?:do|deshiron) (?:W ){0,2}(?:e ?mail|mesazh|poste)|ma jridx (?:W ){0,2}(?:e ?mail|imejl|ittri)|wil nie (?:W ){0,2}(?:e ?pos|posse|nuusbrie)|\\b(?:nil|ni theastaionn) (?:W ){0,2}(?:riomhphost|uaidh)|ddim eisiau (?:W ){0,2}(?:e ?b[oy]st|cylchlyth)|\\bpeidiwch (?:ag |a )?(?:anfon|ebostio|cysylltu|danfon)|\\bna (?:seol|cuir)\\p{L}* (?:W ){0,2}(?:riomh|e ?phost)",
    "(?<!\\p{L})хат алғысы келме|хат жіберме|artiq (?:W ){0,2}istəmir|artıq (?:W ){0,2}istəmir|məktub (?:W ){0,1}istəmir|khong muon (?:W ){0,1}nhan|đung gui",
    "berhenti langganan|(?:jangan|jgn) (?:kirim|hubungi)|\\bt(?:i?da?)?k mau dikirim|\\b(?:dung|ko) (?:gui|nhan)|e ?mail mat|hu[yỷ] đang ky|khong (?:gui|nhan)",
  ],
  east: [
    "配信停止|勿扰|お知らせ不要|(?:メール|DM|dm|ＤＭ) ?(?:NG|ng|ＮＧ)|マガジンは結構|配信を(?:止|停止)|購読解除|登録解除|配信不要|メール不要|連絡不要|案内不要|送信不要|送らないで|送信しないで|連絡しないで|配信拒否|受信拒否|(?:停止|解除|退会)希望|(?:郵送|電話|郵便)のみ|リストから(?:削除|外)|データ削除",
    "退订|退訂|取消订阅|取消訂閱|不再(?:发送|發送|接收|联系|聯繫)|请勿(?:发|联系|打扰|寄)|請勿(?:發|聯繫|打擾|寄)|不要(?:再)?(?:发|發|联系|聯繫|寄)|(?:仅|僅|只)(?:限|接受|要)?(?:电话|電話|邮寄|郵寄|信件|短信)|不(?:想|愿意?|願意?|要|希望)(?:再)?(?:收到?|接收)|移出(?:名单|名單)|(?:从|從)(?:名单|名單)中?(?:删除|刪除|移除)|拒收|(?:要求|申请|申請)(?:删除|刪除|退出|移除)|被遗忘权",
    "수신 ?거부|구독 ?(?:취소|해지)|보내지 ?(?:마|말)|연락 ?(?:하지|금지)|(?:우편|전화)만|발송 ?(?:금지|중지)|메일 ?(?:거부|금지)|삭제 ?요청|메일 ?(?:을 |를 )?(?:더 ?이상 )?(?:원하지|받지|희망하지) ?않|(?:원하지|받지) ?않(?:음|는다|습니다).{0,6}메일",
  ],
};

const WORD = "[\\p{L}\\p{N}]+ ";

/** All of them, one after another. */
export const PHRASES: readonly string[] = Object.values(BY_LANGUAGE).flat();

export const LEAVES = new RegExp(PHRASES.map((phrase) => phrase.replaceAll("W ", WORD)).join("|"), "u");
