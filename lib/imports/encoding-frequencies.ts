/**
 * How often characters occur in the names and words of languages, for guessing a legacy encoding. Each string is
 * ordered by frequency; the probability of the n-th falls as 1 / (n + 1.5), which is near enough for a guess.
 */

/** Letters outside ASCII per language of the Latin script. */
const LATIN = {
  western: "éüáöóäíñçèãåøôæêßúàëâîõïûðýþœìòùÿšž",
  de: "üäöß",
  fr: "éèàêçôîâûïëùœ",
  es: "óíáéñúü",
  pt: "ãçáéíóêõúâôà",
  it: "èàòùìé",
  nordic: "äåöøæé",
  pl: "łóążęśćńź",
  cs: "íáéěřčýžšůúóťďň",
  sk: "áíéčýžúšľťôňóďäĺŕ",
  hu: "áéöóőüíúű",
  ro: "ăîâşţșț",
  hr: "čšžćđ",
  tr: "ıüşğçöİâî",
  lt: "ėšįųžūąčę",
  lv: "āīēšņļūģķčž",
  et: "äõöüšž",
};

const CYRILLIC = {
  ru: "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё",
  uk: "оаинівтерслкумдпязьбгйчхїжцшюєфщґ",
  bg: "аиоенртсвлдкпмзбгъуячщжхцшюйф",
  sr: "аоиенрјстувкдмплзбгчшцхћњжђљфџ",
};

const GREEK = { el: "αοιετσνηυρπκμλςωίάόέήδγύώχθφβξζψϊϋΐ" };
const HEBREW = { he: "יוהלאמרתבנשדקחפעכםגןטזסצךףץ" };
const ARABIC = { ar: "اليمنوترهبدسفعكقحجةشصخطأذىضغزئثظءإؤآپچژگ" };
const THAI = { th: "านรอ่ก้เงีมยัลวิดทสต์ะปบคหแุจืพูชขใไ็โึผซณถำฉฟฐศธญฝฮษ๊ฆ" };

/** Frequent characters of names, places, streets and companies. */
const HAN_SIMPLIFIED =
  "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经" +
  "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段" +
  "明丽华伟芳娜秀英敏静强磊军洋勇艳杰娟涛超霞平刚桂兰建文志国玉红春海燕北京上海广州深圳市省区县路街号公司有限科技贸易集团电话手机姓名邮箱地址备注客户联系部门职位香港天津重庆成都杭州南武汉西安苏女士先生经理东山网络信息";
const HAN_TRADITIONAL =
  "的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經" +
  "王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段" +
  "明麗華偉芳娜秀英敏靜強磊軍洋勇艷傑娟濤超霞平剛桂蘭建文志國玉紅春海燕北京上海廣州深圳市省區縣路街號公司有限科技貿易集團電話手機姓名郵箱地址備註客戶聯繫部門職位香港台灣臺北高雄中新竹南信箱電子女士先生經理東山網絡資訊家怡雅婷淑惠美玲";
const KANJI =
  "日本人大年会国一中出東京都市区町村県田山川木林森小高石井上下藤佐伊加渡辺鈴橋中村吉松清池岡前野長谷部水島原北南西有阿久保内" +
  "名前姓氏電話番号住所株式会社郵便備考部署役職様担当者携帯連絡先子美香恵太郎一二三次智明健雄介輔哉也翔優愛真由紀和幸弘正博隆誠浩哲樹真理奈裕子千代田新宿区大阪横浜名古屋神戸福札幌仙台広島沖縄";
const KANA =
  "のいしんるたてにとはをかれがなでうすらもりさくきこまよあおえけせそちつみめやわろねへほふひむゆぬどだじばびぶべぼげござずぜぞぎぐづっゃゅょ" +
  "ンーイルトスラアリクドシフレジタマカロサコテオデメニプムナウエバパセキッポハツチグヤボソミヒケベモネノワユヨホビピブペヘゴガザズゼゾギゲダヂヅドァィゥェォャュョヴ";
const HANGUL =
  "이다는의에가을고하지한로사기도리어서시인자나대은정수으일장부해들라성전과그원주제보여상면구실조국유물스비관동세만김박최강윤임오신권황안송류홍고문양손배백허남심노곽우민준현영지은혜미경숙희철호진환승훈재연수빈예채아름" +
  "특별광역시도군읍길번호전화이메일주소회사이름성명핸드폰연락처울산부산인천대전광주경기충북청라제종로중랑마포강초송파주식회사님직급팀차장과담당비고";

export type Script = "latin" | "cyrillic" | "greek" | "hebrew" | "arabic" | "thai" | "cjk";
export type Model = { script: Script; logs: ReadonlyMap<string, number>; other: (char: string) => number };

/** Natural logarithm of the probability of a letter that no language of the model uses. */
const ALIEN = Math.log(0.0004);

function alphabet(script: Script, letters: string): Model {
  const logs = new Map<string, number>();
  const chars = [...letters];
  const total = chars.reduce((sum, _, index) => sum + 1 / (index + 1.5), 0);
  chars.forEach((char, index) => {
    const share = 1 / (index + 1.5) / total;
    const upper = char.toUpperCase();
    if (upper !== char && upper.length === 1) {
      logs.set(char, Math.log(share * 0.68));
      logs.set(upper, Math.log(share * 0.22));
    } else {
      logs.set(char, Math.log(share * 0.9));
    }
  });
  return { script, logs, other: () => ALIEN };
}

/** Two bytes a character, so a frequent one may be rarer than a letter and still weigh the same per byte. */
function ideographs(common: string, other: (char: string) => number): Model {
  const logs = new Map([...common].map((char) => [char, Math.log(1 / 260)]));
  return { script: "cjk", logs, other };
}

const isKana = (char: string) => char >= "\u3041" && char <= "\u30fe";
const isHangul = (char: string) => char >= "\uac00" && char <= "\ud7a3";
const isHan = (char: string) => char >= "\u4e00" && char <= "\u9fa5";
const isWide = (char: string) =>
  (char >= "\u3000" && char <= "\u303f") || (char >= "\uff01" && char <= "\uff5e");
const RARE = Math.log(1 / 12_000);
const VERY_RARE = Math.log(1 / 400_000);

const han = (char: string) => (isHan(char) ? RARE : isWide(char) ? Math.log(1 / 900) : VERY_RARE);
const japanese = (char: string) => (isKana(char) ? Math.log(1 / 900) : han(char));
const korean = (char: string) =>
  isHangul(char) ? Math.log(1 / 4_000) : isWide(char) ? Math.log(1 / 900) : VERY_RARE;

const models = (script: Script, languages: Record<string, string>) =>
  Object.values(languages).map((letters) => alphabet(script, letters));

const chosen = (...names: (keyof typeof LATIN)[]) => names.map((name) => alphabet("latin", LATIN[name]));
const WESTERN = chosen("western", "de", "fr", "es", "pt", "it", "nordic");
const CENTRAL = chosen("pl", "cs", "sk", "hu", "ro", "hr", "de");
const TURKISH = chosen("tr");
const BALTIC = chosen("lt", "lv", "et");
const SLAVIC = models("cyrillic", CYRILLIC);

/**
 * Encodings that can be guessed, with the models of the languages written in them and a handicap (natural
 * logarithm) for being rare in files of today. Labels are those of the WHATWG Encoding Standard.
 */
export const CANDIDATES: readonly { encoding: string; handicap: number; models: readonly Model[] }[] = [
  { encoding: "windows-1252", handicap: 0, models: WESTERN },
  { encoding: "windows-1250", handicap: 1, models: CENTRAL },
  { encoding: "windows-1251", handicap: 1, models: SLAVIC },
  { encoding: "windows-1253", handicap: 1, models: models("greek", GREEK) },
  { encoding: "windows-1254", handicap: 1.5, models: TURKISH },
  { encoding: "windows-1255", handicap: 1, models: models("hebrew", HEBREW) },
  { encoding: "windows-1256", handicap: 1, models: models("arabic", ARABIC) },
  { encoding: "windows-1257", handicap: 3.5, models: BALTIC },
  { encoding: "windows-874", handicap: 1, models: models("thai", THAI) },
  { encoding: "shift_jis", handicap: 0, models: [ideographs(KANA + KANJI, japanese)] },
  { encoding: "gb18030", handicap: 0, models: [ideographs(HAN_SIMPLIFIED, han)] },
  { encoding: "big5", handicap: 0, models: [ideographs(HAN_TRADITIONAL, han)] },
  { encoding: "euc-kr", handicap: 0, models: [ideographs(HANGUL, korean)] },
  { encoding: "euc-jp", handicap: 1, models: [ideographs(KANA + KANJI, japanese)] },
  { encoding: "iso-8859-2", handicap: 2, models: CENTRAL },
  { encoding: "iso-8859-15", handicap: 2, models: WESTERN },
  { encoding: "iso-8859-7", handicap: 2, models: models("greek", GREEK) },
  { encoding: "iso-8859-5", handicap: 3, models: SLAVIC },
  { encoding: "iso-8859-13", handicap: 5, models: BALTIC },
  { encoding: "macintosh", handicap: 2, models: WESTERN },
  { encoding: "koi8-r", handicap: 2, models: models("cyrillic", { ru: CYRILLIC.ru }) },
  { encoding: "koi8-u", handicap: 2.5, models: models("cyrillic", { uk: CYRILLIC.uk }) },
  { encoding: "ibm866", handicap: 2, models: SLAVIC },
  { encoding: "x-mac-cyrillic", handicap: 3, models: SLAVIC },
];
