import { headerWords } from "./synonyms";
import { WordList } from "./word-list";

/**
 * What people are called in lists of them: a column of that name holds their names, if its cells look like names.
 * Not customers and clients, who may be companies, nor trainers and owners, who are those of somebody else.
 */
const PEOPLE = new WordList([
  "member*, guest*, attendee*, participant*, player*, student*, pupil*, tenant*, renter*, resident*, occupant*, donor*, volunteer*, patient*, visitor*, delegate*, registrant*, applicant*, candidate*, alumn*, athlete*, swimmer*, runner*, rider*, singer*, dancer*, camper*, passenger*, traveler*, traveller*, parishioner*, supporter*, learner*, trainee*, mentee*, graduate*, cardholder, account holder, plot holder, head of household, shareholder*, winner*, reader*, borrower*",
  "mitglied*, *mitglied, gast, gäste, *teilnehmer*, teilnehmer*, teilnehmend*, spieler*, mitspieler*, schüler*, studierend*, mieter*, bewohner*, pächter*, spender*, besucher*, bewerber*, sänger*, sportler*, läufer*, schwimmer*, reiter*, tänzer*, besteller*, fahrgast, fahrgäste, reisend*, azubi*, imker*, jäger*, angler*, ehrenamtlich*, absolvent*, leser*, kamerad*, züchter*, kleingärtner*",
  "adhérent*, membre*, invité*, élève*, étudiant*, locataire*, résident*, copropriétaire*, donateur*, donatrice*, bénévole*, visiteur*, joueur*, joueuse*, licencié*, stagiaire*, candidat*, voyageur*, paroissien*, choriste*, cotisant*",
  "socio*, socia*, miembro*, participante*, invitad*, alumno*, alumna*, estudiante*, inquilin*, vecin*, donante*, voluntari*, paciente*, visitante*, jugador*, asistente*, huésped*, afiliad*, residente*, pasajer*",
  "soci, membro, partecipant*, ospit*, allievo, allieva, allievi, alunn*, student*, condomin*, donator*, volontari*, pazient*, visitator*, giocator*, tesserat*, corsist*",
  "sócio*, membro*, convidad*, aluno*, aluna*, estudante*, morador*, doador*, voluntári*, jogador*, hóspede*, associad*, atleta*",
  "lid, leden, deelnemer*, gast, gasten, leerling*, cursist*, huurder*, bewoner*, vrijwilliger*, patiënt*, bezoeker*, speler*, zanger*",
  "medlem*, deltagar*, deltager*, deltaker*, gäst, gäster, gjest*, gæst, gæster, elev*, hyresgäst*, lejer*, leietaker*, boende*, beboer*, spelar*, spiller*, givar*, frivillig*, volontär*, besökar*, kursist*",
  "jäsen*, osallistuja*, vieras, vieraat, oppilas, opiskelija*, asukas, vuokralai*, pelaaja*, lahjoittaja*, vapaaehtoi*, potilas, kävijä*",
  "liige, liikmed, osaleja*, külali*, õpila*, biedrs, biedri, dalībniek*, viesis, viesi, skolēn*, narys, nariai, dalyvis, dalyviai, svečias, svečiai, mokin*",
  "członek*, członkowie, członkini*, uczestnik*, uczestnicz*, gość, goście, uczeń, uczniowie, najemc*, lokator*, mieszkan*, darczyńc*, wolontariusz*, pacjent*, zawodni*, gracz*, kursant*",
  "člen*, účastní*, hosté, hostia, žák*, žiak*, nájemní*, nájomní*, obyvatel*, dárce, dobrovolní*, dobrovoľní*, pacient*, návštěvní*, hráč*",
  "résztvevő*, vendég*, diák*, tanuló*, bérlő*, lakó*, adományozó*, önkéntes*, páciens*, látogató*, játékos*, jelentkező*",
  "membru*, membri*, oaspe*, elevi, chiriaș*, locatar*, voluntar*, vizitator*, jucător*, cursant*",
  "član*, sudionik*, učesnik*, udeležen*, gost, gosti, učeni*, učenec, stanar*, volonter*, pacijent*, igrač*, igralec, polaznik*",
  "участни*, член*, гость, гости, гост*, ученик*, студент*, жилец, жильцы, арендатор*, жертвователь, волонтер*, пациент*, посетител*, игрок*, слушател*, учасник*, гість, учень, учні, орендар*, мешкан*, пацієнт*, гравець, наемател*, играч*, курсист*",
  "μέλος, μέλη, συμμετέχ*, επισκέπτ*, μαθητ*, φοιτητ*, ένοικο*, ενοικιαστ*, δωρητ*, εθελοντ*, ασθεν*, παίκτ*, σπουδαστ*",
  "üye*, katılımcı*, misafir*, konuk*, öğrenci*, kiracı*, bağışçı*, gönüllü*, ziyaretçi*, oyuncu*, kursiyer*",
  "会員, 参加者, 生徒, 児童, 学生, 利用者, 入居者, 宿泊者, 宿泊客, 患者, 来場者, 申込者, 受講者, 受講生, 出席者, 選手, 部員, 組合員, 世帯主, 寄付者, 購入者, 予約者, ゲスト, メンバー, ボランティア",
  "会员, 會員, 学员, 學員, 參加者, 参与者, 參與者, 成员, 成員, 租户, 租戶, 住户, 捐赠者, 捐贈者, 志愿者, 志願者, 義工, 义工, 病人, 访客, 訪客, 嘉宾, 來賓, 宾客, 球员, 入住人, 乘客",
  "회원, 참가자, 참석자, 학생, 수강생, 입주자, 세입자, 환자, 방문자, 기부자, 후원자, 봉사자, 선수, 신청자, 손님, 투숙객",
  "thanh vien, hoi vien, nguoi tham gia, khach, hoc sinh, hoc vien, sinh vien, benh nhan, tinh nguyen vien, cu dan, anggota, peserta, tamu, siswa, murid, mahasiswa, penghuni, penyewa, pasien, relawan, donatur, pengunjung, pemain",
  "חבר, חברים, משתתפ*, משתתף, אורח*, תלמיד*, דייר*, מתנדב*, תורם, عضو, أعضاء, مشارك, ضيف, طالب, مستأجر, مريض, متطوع, متبرع, สมาชิก, ผู้เข้าร่วม, แขก, นักเรียน, सदस्य, प्रतिभागी, अतिथि, छात्र",
]);

/** What people of a list are called, too, but beside others they belong to them: "Student, parent", "Kunde, Mitarbeiter". */
const ROLES = new WordList([
  "employee*, speaker*, parent*, guardian*, homeowner*, buyer*, purchaser*, host, eigentümer*, käufer*, referent*, mitarbeiter*, angestellt*, eltern, elternteil*, erziehungsberechtigt*, helfer*",
  "propriétaire*, acheteur*, salarié*, responsable légal, propietari*, trabajador*, emplead*, comprador*, padre*, madre*, proprietari*, dipendent*, genitor*, funcionári*, encarregado de educação",
  "eigenaar*, koper*, medewerker*, werknemer*, ouder, ouders, anställd*, ansatt*, medarbejder*, vårdnadshavar*, foresatt*, huoltaja*",
  "właściciel*, pracowni*, rodzic*, vlastní*, rodič*, szülő*, proprietar*, angajat*, părinte, vlasnik*, roditelj*, сотрудник*, родител*, собственник*, власник*, батьки",
  "ιδιοκτήτ*, γονέας, çalışan*, veli, 保護者, 社員, 職員, 业主, 業主, 員工, 员工, 家长, 家長, 직원, 학부모, 보호자, 구매자, phu huynh, karyawan, עובד*, הורה",
]);

/** Things that have a name and an address but are no people: places, goods, courses, groups, animals. */
const THINGS = new WordList([
  "city, cities, town*, street*, address*, product*, course*, team*, band, bands, pet, pets, dog, dogs, cat, horse*, book*, song*, ship, boat, hotel*, house, school*, venue*, branch*, department*, club*, church*, car, model, vehicle*, district*, brand*, project*, property, room*, suite*, country, region*, location*, site, shop*, store*, office*, event*, class, group*, league*, company, business, organisation*, organization*, favourite*, favorite*",
  "stadt, ort, *straße, artikel*, produkt*, kurs, kurse, mannschaft*, hund, *haustier, *tier, *verein, *schule, filiale*, pferd, gasthaus, gaststätte, gemeinde*, abteilung*, projekt*, marke, *gruppe, veranstaltung*, *laden, standort*, niederlassung*, kirche*, *land, *firma",
  "pays, país, paese, ville*, rue, adresse*, produit*, cours, équipe*, groupe*, chien*, école*, agence*, marque*, établissement*, ciudad*, calle*, dirección, producto*, curso*, equipo*, banda, perro*, escuela*, tienda*, marca*, grupo*, sucursal*",
  "città, via, indirizzo, prodott*, corso, corsi, curs, squadra*, cane, scuola*, negozio, gruppo, cidade*, rua, produto*, equipe*, cachorro*, escola*, loja*, stad, straat, bedrijf, cursus, hond, winkel, vestiging, gata, gatan, företag, lag, hund, skola, butik*, by, vej, kursus, hold, skole*, sted, kaupunki, katu, tuote, yritys, kurssi, joukkue, koira, koulu",
  "miasto, ulica, drużyna, pies, szkoła, sklep, grupa, město, mesto, ulice, kurz, tým, tím, pes, škola, skupina, obchod, város, utca, termék, tanfolyam, csapat, kutya, iskola, cég, oraș, stradă, produs, echipă, câine, școală, firmă, grad, proizvod, tečaj, ekipa, pas, tvrtka",
  "город*, улица, товар*, компания, курс*, команда, собака, школа, группа, адрес, магазин, місто, вулиця, товар, компанія, школа, група, πόλη, οδός, προϊόν, εταιρεία, μάθημα, ομάδα, σχολείο, şehir, sokak, ürün, şirket, takım, köpek, okul, mağaza",
  "市区町村, 住所, 商品, 講座, チーム, ペット, 寮, 学校, 店舗, 会社, 城市, 街道, 产品, 產品, 课程, 課程, 球队, 球隊, 宠物, 寵物, 学校, 學校, 公司, 店铺, 도시, 주소, 상품, 강좌, 팀, 반려동물, 학교, 회사, 매장",
  "thanh pho, đường, san pham, khoa hoc, đội, cong ty, kota, jalan, produk, tim, perusahaan, sekolah, toko, עיר, רחוב, מוצר, קורס, חברה, مدينة, شارع, منتج, شركة, เมือง, ถนน, สินค้า, บริษัท",
]);

/** What may be beside such a word: "Name des Mitglieds", "会員氏名", and endings ("Teilnehmer/in"). */
const BESIDE =
  /^(?:(?!our)[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]{1,3}|[おごの様名명님]|さん|names?|name[ns]|naam|nama|navn|namn|nimi|nome|nombre|innen|full|imie|nazwisko|jmeno|meno|nume|isim|имя|[おご]?(?:氏名|名前)|姓名|名字|이름|성명)$/u;

const isUnspaced = (word: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(word);

function calls(words: string, list: WordList): boolean {
  const rest = list.without(words);
  const own = new Set(words.split(" "));
  // What is left of a compound is no word of the header: "Vereins|mitglied".
  const isBeside = (word: string) =>
    word === "" || (!own.has(word) && !isUnspaced(word)) || BESIDE.test(word);
  return rest !== words && rest.split(" ").every(isBeside);
}

/** Words that make another word of one for people: "Teilnehmerland". */
const MORE =
  /^(\p{L}+?)s?(?:land|lander|haus|team|kurs|art|typ|ort|zahl|foto|bild|geld|pass|code|wahl|rolle|gruppe|nation|firma|heim|hof|zimmer|fest|huis|hus|klub|club|skole|skola|kort|type|stad|by)$/u;
const isOfPeople = (words: string) => words.split(" ").some((word) => PEOPLE.has(MORE.exec(word)?.[1] ?? ""));

/** Whether a header calls the people of a list what they are, or asks for their names: surely, or in a role. */
export function namesPeople(header: string): "surely" | "role" | null {
  const words = headerWords(header).trim();
  if (isOfPeople(words)) return null;
  if (calls(words, PEOPLE)) return "surely";
  return calls(words, ROLES) ? "role" : null;
}

/** Whether a header says that its cells are the names of something that is nobody. */
export function namesThings(header: string): boolean {
  const words = headerWords(header).trim();
  if (isOfPeople(words)) return true;
  // "Guest house", "País del participante".
  const isOfThem =
    THINGS.has(words.split(" ").at(-1) ?? "") || /^\p{L}+ (?:de[lrs]?|du|van|of|della?|av|af) /u.test(words);
  return THINGS.has(words) && (isOfThem || !PEOPLE.has(words));
}
