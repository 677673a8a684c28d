/** Names of data protection laws; alone they do not say what yes means. */
export const LAWS = ["gdpr", "dsgvo", "rgpd", "rodo", "avg", "lgpd", "kvkk"];

/**
 * Words that do not change the direction of a header about consent, as `headerWords` writes them, by language: those
 * of questions ("would you like to receive our newsletter by e-mail?"), and small words. Beside any other word it is
 * uncertain what yes means.
 */
const WORDS: Record<string, string> = {
  en: "a an the to for of by from via in on our my your you me we us i it is are was do does did be can may please would like likes want wants wish wishes receive receives received receiving get gets send sends sent e mail mails email emails newsletter newsletters news mailing mailings list lists marketing communication communications commercial updates update information info offers offer promotions promotional messages message status state flag type preference preferences given granted ok okay yes y n j member members customer contact contacts person people user users field date confirmed double single opt optin accept accepts accepted agree agrees agreed agreement allow allows allowed permission general weekly monthly daily digest advertising ads hear about sign signed up signup join joined level and or with this there have has been",
  de: "der die das den dem des ein eine einen zum zur fur von per im am an mit und oder auf bei ich wir sie er mochte moechte erhalten empfangen bekommen erhalt bezug bezieht beziehen bezieher empfanger empfaenger gewunscht erwunscht erteilt liegt vor vorhanden gegeben ja post werbe werbung infos informationen abo kunde kontakt datum stand art darf wird anmeldung bestatigt e mailing hat sich zusendung versand verteiler unseren unser interesse wunsch wunscht zu datenschutz",
  fr: "le la les l de du des d a au aux par pour un une et ou je nous vous souhaite souhaitez souhaiter veut voulez veux recevoir recoit desire desirez lettre courriel courriels courrier abonnement inscription oui accord donne commerciale commerciales commercial offres actualites informations statut aimeriez notre nos vos votre electronique marketing prospection",
  es: "el la los las de del al por para un una y o e correo correos electronico electronicos recibir recibe desea deseo quiere quiero informacion novedades noticias ofertas publicidad comerciales comunicaciones estado si autoriza alta nuestro nuestra nuestros le gustaria",
  it: "il lo la i gli le di del della dei delle dell al alla per un una e o ricevere riceve desidera vuole posta elettronica comunicazioni commerciali informazioni offerte novita stato dato prestato invio nostra si al trattamento privacy",
  pt: "o a os as de do da dos das ao por para um uma e ou receber recebe deseja quer novidades informacoes ofertas comunicacoes estado sim nossa nosso gostaria correio",
  nl: "de het een van voor per via en of ontvangen ontvangt wil wenst graag gegeven informatie aanbiedingen onze voor ja",
  pl: "na do w z o i lub newslettera newsletterow newslettery wysylke wysylka otrzymywac otrzymywanie chce marketingowa marketingowe marketingowych handlowe handlowych informacje informacji przetwarzanie danych osobowych email tak",
  ru: "на в по для от и или почту почте рассылку рассылки получать получение хочу хочет хотите желает новости новостеи информации информацию реклама рекламу рекламы данных обработку персональных статус дано да электронную нашу",
  nordic:
    "till til for pa av af og och med epost post vill vil onskar onsker ha have fa faa motta mottar tar emot modtage modtager marknadsforing markedsforing om jag jeg du dig deg vart vores var fran fra att at du gerne gjerne garna",
  fi: "haluaa haluan haluatko saa vastaanottaa sahkopostia sahkoposti sahkopostilla markkinointi markkinointiin markkinointia ja kylla",
  central:
    "na k ke s se so sa o a i v ve mailem emailem mailom emailom novinek novinky noviniek chci chce chcem zasilanim zasielanim zasilani zasielanie obchodnich sdeleni obchodnych oznameni odberu odber odberom udelen udeleny udelil hirlevelre hirlevelt ker keres szeretne szeretnek kapni elfogadja la pentru prin si doreste vrea primeasca acord za u zeli zelim primanje prejemanje prejemati",
  baltic: "gauti nori del su ir uz par sanemt velas vestules uudiskirja soovib saada ja turundus",
  cyrillic:
    "за на да од от и до жели иска получава прима примање получаване на имеил билтен отримувати отримання новини на реклами маркетинг",
  el: "με για το τη την του της στο στη να θελει λαμβανει ληψη email δελτιο",
  tr: "e posta postasi icin almak istiyor ister bulten bulteni izni onayi ticari ileti elektronik pazarlama durumu var evet",
  others: "untuk dan email ingin menerima terima nhan cho toi muon co",
  he: "ה ו ל ב מ ש של את עם על או כן דואר מייל במייל למייל בדוא דוא ל אימייל לקבל קבלת לקבלת מעוניין מעוניינת פרסום שיווק שיווקי לשיווק עדכונים מידע סטטוס תאריך לרשימת רשימת תפוצה ניתנה נתן",
  ar: "ال و ل ب في من على عن الى او نعم بريد البريد بالبريد الالكتروني بريدية البريدية القائمة قائمة رسائل الرسائل استلام تلقي يرغب يريد تسويق التسويق تسويقي تسويقية عروض اخبار الاخبار اخبارية الاخبارية نشرة بالنشرة للنشرة في حالة تاريخ على ه ات ون ين هل",
  fa: "ی ها های در به از با و را ایمیل پست الکترونیکی دریافت بازاریابی تبلیغات اطلاعات وضعیت تاریخ بله مایل است دارد",
  ur: "کی کے کا کو میں سے ای میل وصول ہاں حیثیت",
  indic:
    "ईमेल मेल के लिए की का को से में हाँ स्थिति विपणन मार्केटिंग दी है दिया இமெயில் மின்னஞ்சல் நிலை ஆம் ইমেইল ইমেল এর জন্য হ্যাঁ স্ট্যাটাস",
  caucasian:
    "ელ ფოსტა ფოსტის ფოსტით მარკეტინგი სტატუსი კი և ի էլ փոստ փոստի փոստով նամակներ ստանալ մարքեթինգ կարգավիճակ այո",
  days: "time at day op le el il em den datum data dato datas datuma dates fecha tarihi tarih дата день дати датум ημερομηνια kuupaev datums tanggal tgl ngay zeitpunkt moment pvm cas",
  processes:
    "lead leads request requests requested bulk user users excluded from campaign campaigns deals global manual manually kampagne kampagnen campagne campagnes campana campanas campagna campanha campanhas",
  laws: LAWS.join(" "),
};

export const NEUTRAL: ReadonlySet<string> = new Set(
  Object.values(WORDS).flatMap((words) => words.split(" ")),
);

/** Scripts that write no spaces between words, or glue particles to them. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u;

/** The same kind of words in those scripts. */
export const NEUTRAL_WITHIN =
  /날짜|일자|일시|[일日](?!\p{L})|日期|时间|時間|日時|是否|有无|已|愿意|願意|希望|接受|接收|收到|电子报|電子報|电子|電子|邮件|郵件|邮箱|郵箱|信箱|简报|簡報|通讯|通訊|新闻|新聞|资讯|資訊|信息|訊息|消息|营销|營銷|行销|行銷|推广|推廣|广告|廣告|宣传|促销|活动|优惠|状态|狀態|客户|客戶|用户|用戶|会员|會員|我们|我們|的|状況|有無|可否|可|への|への登録|登録|会員|配信|案内|お知らせ|情報|広告|宣伝|メール|マガジン|ニュース|レター|マーケティング|ステータス|希望する|受け取る|受取|受信|する|した|済み?|者|中|フラグ|の|を|に|は|へ|が|で|이메일|메일|성|뉴스레터|마케팅|광고|정보|활용|이용|수신|여부|상태|고객|회원|신청|함|에|을|를|의|예|อีเมล์?|การ|รับ|ข่าวสาร|ข่าว|ทาง|สถานะ|ใช่|ให้|ความ|ที่จะ|สมัคร|เป็น|สมาชิก|ສະຖານະ|ອີເມວ|ການ|ຮັບ|អ៊ីមែល|ស្ថានភាព|ទទួល|ការ|အီးမေးလ်/gu;
