/** The names of laws on personal data; alone they do not say what yes means. */
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
  laws: LAWS.join(" "),
};

export const NEUTRAL: ReadonlySet<string> = new Set(
  Object.values(WORDS).flatMap((words) => words.split(" ")),
);
