/**
 * Common names by language, and what a number and a company look like there. Invented people: any resemblance is
 * coincidental.
 */
export interface Culture {
  given: string[];
  /** Given names that are easily confused, but are two names. */
  twins: [string, string][];
  family: string[];
  companies: string[];
  legal: string[];
  domains: string[];
  phone: string;
  tld: string;
  titles: string[];
  short?: [string, string][];
  /** The same name in other letters. */
  romanised?: [string, string, string, string][];
  /** Without a space, the family name first. */
  isJoined?: boolean;
}

const list = (text: string) => text.split(",").map((one) => one.trim());
const pairs = (text: string) => list(text).map((one) => one.split("/") as [string, string]);

export const CULTURES: Record<string, Culture> = {
  en: {
    given: list(
      "James,Mary,Robert,Patricia,Jennifer,Michael,Linda,David,Elizabeth,William,Barbara,Richard,Susan,Joseph,Sarah,Thomas,Karen,Charles,Emily,Daniel",
    ),
    twins: pairs(
      "Karin/Karen,Marie/Maria,Daniel/Daniela,Jon/Joan,Eric/Erica,Ellen/Helen,Carol/Carole,Dale/Gale,Paul/Paula,Kristen/Kirsten",
    ),
    family: list(
      "Smith,Johnson,Williams,Brown,Jones,Miller,Davis,Wilson,Anderson,Taylor,Thompson,Robinson,Walker,Edwards,Sanderson,Whitfield,Ashworth,Pemberton",
    ),
    companies: list(
      "Northwind Freight,Harbour Analytics,Blue Kettle Coffee,Sterling Optics,Oakfield Dental,Redbrick Software,Pine Street Books,Meridian Legal",
    ),
    legal: list("Ltd,Inc.,LLC,plc"),
    domains: list("gmail.com,outlook.com,yahoo.com,icloud.com,hotmail.com"),
    phone: "+44 20 7### ####",
    tld: "co.uk",
    titles: list("Dr,Mrs,Mr"),
    short: pairs(
      "Robert/Bob,William/Bill,Richard/Rick,Elizabeth/Liz,Michael/Mike,Thomas/Tom,Patricia/Pat,Susan/Sue,Joseph/Joe,Charles/Chuck",
    ),
  },
  de: {
    given: list(
      "Anna,Lukas,Sophie,Jürgen,Matthias,Katharina,Jörg,Wolfgang,Susanne,Stefan,Petra,Günter,Heike,Friedrich,Ulrike,Sebastian,Brigitte,Maximilian",
    ),
    twins: pairs(
      "Anna/Hanna,Jan/Jana,Karin/Katrin,Christian/Christina,Stefan/Stefanie,Michael/Michaela,Tim/Tom,Lena/Leni,Marlene/Marlena,Gerd/Gerda",
    ),
    family: list(
      "Müller,Schmidt,Schneider,Fischer,Weber,Wagner,Schäfer,Koch,Hoffmann,Zimmermann,Krüger,König,Lehmann,Böhm,Großmann,Vogel,Weiß,Jäger",
    ),
    companies: list(
      "Nordlicht Solar,Möbel Bergmann,Käserei Alpenblick,Elbwerk Maschinenbau,Stadtbäckerei Huber,Rheintal Logistik,Optik Sonnenschein",
    ),
    legal: list("GmbH,AG,GmbH & Co. KG,e.K."),
    domains: list("gmail.com,gmx.de,web.de,outlook.de,t-online.de,googlemail.com"),
    phone: "+49 30 #######",
    tld: "de",
    titles: list("Dr.,Prof. Dr.,Frau,Herr"),
    short: pairs("Katharina/Kathi,Friedrich/Fritz,Maximilian/Max,Sebastian/Basti,Susanne/Susi,Wolfgang/Wolf"),
  },
  fr: {
    given: list(
      "Camille,Jean,Élodie,François,Chloé,Nicolas,Hélène,Mathieu,Aurélie,Thierry,Benoît,Sylvie,Guillaume,Amélie,Laurent,Isabelle",
    ),
    twins: pairs(
      "Marie/Maria,Michel/Michèle,Daniel/Danielle,Frédéric/Frédérique,Pascal/Pascale,Julien/Julienne,André/Andrée,Gabriel/Gabrielle",
    ),
    family: list(
      "Martin,Bernard,Dubois,Lefèvre,Moreau,Garnier,Rousseau,Chevalier,Fournier,Mercier,Lévêque,Beaumont,Charpentier",
    ),
    companies: list(
      "Boulangerie du Marché,Atelier Lumière,Transports Girard,Cave des Vignerons,Imprimerie Centrale,Pharmacie du Pont",
    ),
    legal: list("SARL,SAS,SA"),
    domains: list("gmail.com,orange.fr,free.fr,hotmail.fr,laposte.net,outlook.fr"),
    phone: "+33 1 ## ## ## ##",
    tld: "fr",
    titles: list("Mme,M.,Dr"),
  },
  es: {
    given: list(
      "María José,Antonio,Carmen,José,Lucía,Francisco,Begoña,Ignacio,Inés,Javier,Rocío,Álvaro,Pilar,Andrés",
    ),
    twins: pairs(
      "Daniel/Daniela,Mario/María,Ángel/Ángela,Julio/Julia,Andrea/Andrés,Victoria/Victorio,Luis/Luisa",
    ),
    family: list(
      "García López,Fernández,Martínez Ruiz,Sánchez,Pérez Gómez,Rodríguez,Núñez,Ibáñez,Castaño,Muñoz",
    ),
    companies: list("Bodegas del Sur,Talleres Ibarra,Clínica Dental Norte,Aceites La Loma,Editorial Mirador"),
    legal: list("S.L.,S.A."),
    domains: list("gmail.com,hotmail.es,yahoo.es,outlook.es,icloud.com"),
    phone: "+34 91 ### ## ##",
    tld: "es",
    titles: list("Sr.,Sra.,D."),
    short: pairs("Francisco/Paco,José/Pepe,Ignacio/Nacho"),
  },
  it: {
    given: list(
      "Giulia,Marco,Francesca,Alessandro,Chiara,Giuseppe,Federica,Lorenzo,Valentina,Matteo,Niccolò",
    ),
    twins: pairs("Paolo/Paola,Simone/Simona,Daniele/Daniela,Gabriele/Gabriella,Carlo/Carla"),
    family: list("Rossi,Russo,Ferrari,Esposito,Bianchi,Ricciardi,Marchetti,Lombardi,Montanari"),
    companies: list("Officine Bellini,Pasticceria Venezia,Studio Tecnico Adige,Tessuti Comaschi"),
    legal: list("S.r.l.,S.p.A."),
    domains: list("gmail.com,libero.it,hotmail.it,outlook.it,virgilio.it"),
    phone: "+39 02 #######",
    tld: "it",
    titles: list("Dott.,Sig.ra,Ing."),
    short: pairs("Giuseppe/Beppe,Francesco/Franco"),
  },
  pl: {
    given: list("Katarzyna,Tomasz,Małgorzata,Łukasz,Agnieszka,Krzysztof,Joanna,Paweł,Zbigniew,Grażyna"),
    twins: pairs("Daniel/Daniela,Paweł/Paulina,Jan/Janina,Wiktor/Wiktoria,Mario/Maria"),
    family: list("Nowak,Kowalski,Wiśniewska,Wójcik,Kamińska,Zieliński,Szymańska,Dąbrowski,Żukowska"),
    companies: list("Drukarnia Wisła,Piekarnia Złoty Kłos,Budownictwo Śląsk,Apteka Pod Lipą"),
    legal: list("Sp. z o.o.,S.A."),
    domains: list("gmail.com,wp.pl,onet.pl,interia.pl,o2.pl"),
    phone: "+48 22 ### ## ##",
    tld: "pl",
    titles: list("Pani,mgr,dr"),
    short: pairs("Katarzyna/Kasia,Małgorzata/Gosia,Joanna/Asia,Krzysztof/Krzysiek"),
  },
  ru: {
    given: list("Дмитрий,Екатерина,Сергей,Наталья,Алексей,Ольга,Владимир,Татьяна,Михаил,Ирина"),
    twins: pairs("Александр/Александра,Валентин/Валентина,Евгений/Евгения,Виктор/Виктория,Марина/Мария"),
    family: list("Иванов,Смирнова,Кузнецов,Попова,Соколов,Лебедева,Козлов,Морозова,Волков"),
    companies: list("Северный Ветер,Уральские Станки,Книжный Дом,Волга Транс"),
    legal: list("ООО,АО"),
    domains: list("yandex.ru,mail.ru,gmail.com,ya.ru,rambler.ru"),
    phone: "+7 495 ###-##-##",
    tld: "ru",
    titles: list("г."),
    romanised: [
      ["Дмитрий", "Иванов", "Dmitrii", "Ivanov"],
      ["Екатерина", "Попова", "Ekaterina", "Popova"],
      ["Ольга", "Морозова", "Olga", "Morozova"],
      ["Михаил", "Соколов", "Mikhail", "Sokolov"],
      ["Сергей", "Кузнецов", "Sergei", "Kuznetsov"],
      ["Ирина", "Лебедева", "Irina", "Lebedeva"],
    ],
  },
  el: {
    given: list("Γιώργος,Μαρία,Κωνσταντίνος,Ελένη,Δημήτρης,Αικατερίνη,Νίκος,Σοφία"),
    twins: pairs("Αντώνης/Αντωνία,Μιχάλης/Μιχαέλα,Ηλίας/Ηλιάνα"),
    family: list("Παπαδόπουλος,Νικολάου,Γεωργίου,Παππάς,Οικονόμου,Κωνσταντινίδης"),
    companies: list("Αιγαίο Εξαγωγές,Ελαιώνες Κρήτης,Τυπογραφείο Αθηνά"),
    legal: list("Α.Ε.,Ε.Π.Ε."),
    domains: list("gmail.com,outlook.com,yahoo.com"),
    phone: "+30 21 #### ####",
    tld: "gr",
    titles: list("Δρ"),
    romanised: [
      ["Μαρία", "Νικολάου", "Maria", "Nikolaou"],
      ["Ελένη", "Οικονόμου", "Eleni", "Oikonomou"],
    ],
  },
  tr: {
    given: list("Mehmet,Ayşe,Mustafa,Zeynep,Çağlar,Gülşen,İbrahim,Şule,Özgür"),
    twins: pairs("Emin/Emine,Selim/Selime,Deniz/Denizhan,Nur/Nuri"),
    family: list("Yılmaz,Kaya,Demir,Şahin,Çelik,Yıldız,Öztürk,Arslan"),
    companies: list("Boğaz Lojistik,Anadolu Tekstil,Güneş Matbaa"),
    legal: list("A.Ş.,Ltd. Şti."),
    domains: list("gmail.com,hotmail.com,outlook.com"),
    phone: "+90 212 ### ## ##",
    tld: "com.tr",
    titles: list("Dr."),
  },
  ja: {
    given: list("太郎,花子,健一,美咲,翔太,陽子,直樹,由美"),
    twins: pairs("美咲/美幸,健一/健二,陽子/洋子,直樹/直人"),
    family: list("佐藤,鈴木,高橋,田中,渡辺,伊藤,山本,小林"),
    companies: list("富士商事,桜電機,東海印刷"),
    legal: list("株式会社,有限会社"),
    domains: list("gmail.com,yahoo.co.jp,docomo.ne.jp"),
    phone: "+81 3 #### ####",
    tld: "co.jp",
    titles: [],
    isJoined: true,
  },
  zh: {
    given: list("伟,芳,秀英,建国,丽娜,志强,海燕,雪梅"),
    twins: pairs("建国/建军,丽娜/丽华,伟/炜,雪梅/雪莲"),
    family: list("王,李,张,刘,陈,欧阳,赵,黄"),
    companies: list("长城贸易,东方科技,江南纺织"),
    legal: list("有限公司"),
    domains: list("qq.com,163.com,gmail.com,126.com"),
    phone: "+86 10 #### ####",
    tld: "cn",
    titles: [],
    isJoined: true,
  },
  ko: {
    given: list("민준,서연,지훈,수빈,영희,철수"),
    twins: pairs("민준/민서,지훈/지현,수빈/수민"),
    family: list("김,이,박,최,정,강"),
    companies: list("한강무역,서울전자"),
    legal: list("주식회사"),
    domains: list("naver.com,gmail.com,daum.net"),
    phone: "+82 2 ### ####",
    tld: "co.kr",
    titles: [],
    isJoined: true,
  },
  ar: {
    given: list("محمد,فاطمة,أحمد,مريم,خالد,ليلى,يوسف,سارة"),
    twins: pairs("حسن/حسين,كريم/كريمة,أمين/أمينة"),
    family: list("العلي,الحسن,منصور,الخطيب,حداد,النجار"),
    companies: list("شركة النور,مطبعة الأمل"),
    legal: list("ذ.م.م"),
    domains: list("gmail.com,outlook.com,yahoo.com"),
    phone: "+971 4 ### ####",
    tld: "ae",
    titles: list("د."),
  },
  sv: {
    given: list("Åsa,Björn,Karin,Göran,Märta,Lennart,Ingrid,Håkan"),
    twins: pairs("Karin/Karina,Kristin/Kerstin,Erik/Erika,Anders/Andreas"),
    family: list("Lindqvist,Åkesson,Bergström,Johansson,Nyström,Sjögren"),
    companies: list("Västkust Fisk,Skogsbolaget Norr,Tryckeri Mälaren"),
    legal: list("AB"),
    domains: list("gmail.com,telia.com,hotmail.com"),
    phone: "+46 8 ### ## ##",
    tld: "se",
    titles: [],
  },
};
