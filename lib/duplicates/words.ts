/** What mailbox providers ignore in an address, and which of their domains are the same. From their help pages, 2026. */
export interface Provider {
  /** All of these are one mailbox for the same name. */
  domains: readonly string[];
  /** Dots before the `@` do not count. */
  dots: boolean;
  /** Text after a `+` does not count. */
  plus: boolean;
}

/** Providers with one domain each. */
const ONE_DOMAIN =
  "outlook.com hotmail.com live.com msn.com outlook.de hotmail.de hotmail.fr live.fr outlook.fr outlook.es hotmail.es hotmail.it outlook.it hotmail.co.uk live.co.uk fastmail.com fastmail.fm zoho.com mailbox.org posteo.de tuta.com hey.com";

export const PROVIDERS: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], dots: true, plus: true },
  { domains: ["icloud.com", "me.com", "mac.com"], dots: false, plus: true },
  { domains: ["proton.me", "protonmail.com", "pm.me", "protonmail.ch"], dots: true, plus: true },
  { domains: ["yandex.ru", "yandex.com", "ya.ru", "yandex.by", "yandex.kz"], dots: false, plus: true },
  ...ONE_DOMAIN.split(" ").map((domain) => ({ domains: [domain], dots: false, plus: true })),
];

/** Anybody can have an address there: sharing the domain proves nothing. */
const PUBLIC_DOMAINS =
  "gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de mail.ru bk.ru inbox.ru list.ru rambler.ru yahoo.com yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.co.jp yahoo.co.uk ymail.com aol.com mail.com orange.fr free.fr laposte.net sfr.fr wanadoo.fr libero.it tiscali.it virgilio.it alice.it wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz qq.com 163.com 126.com sina.com foxmail.com naver.com daum.net hanmail.net docomo.ne.jp softbank.ne.jp ezweb.ne.jp uol.com.br bol.com.br terra.com.br rediffmail.com abv.bg mail.bg ukr.net i.ua walla.co.il telia.com bluewin.ch hispeed.ch telenet.be skynet.be ziggo.nl kpnmail.nl btinternet.com sky.com comcast.net verizon.net att.net";
const publicDomains = new Set([...PUBLIC_DOMAINS.split(" "), ...PROVIDERS.flatMap(({ domains }) => domains)]);
export const isPublicDomain = (domain: string) => publicDomains.has(domain);

const ROLES =
  "abuse accounting accounts accueil admin administracion administration administrator amministrazione bestellung billing biuro booking buchhaltung bureau buero careers commercial compras comptabilite contabilidad contabilita contact contacto contato contatti contatto customer dispo einkauf empfang enquiries enquiry event events facturacion fatura faktura feedback finance foo hallo hello help helpdesk hi hola hr info informacion information inquiry invoice invoices it jobs kadry kariera kassa kontakt kontor kundenservice leitung mail mailbox marketing newsletter noreply no-reply office ofis order orders pedidos personal post postmaster praxis presse press privacy produktion rechnung reception recepcja recruiting redaktion rekrutacja reservation reservations rh salg sales secretaria secretariat segreteria sekretariat service servicio shop spam sprzedaz studio support team technik ticket tickets vendas vendite ventas verkauf versand vertrieb verwaltung web webmaster welcome werkstatt zakaz zamowienia zentrale";
const roles = new Set(ROLES.split(" "));
/** A role address, which many people read: `info@`, `sales.de@`. */
export function isRole(local: string): boolean {
  const [first = "", second = ""] = local.split(/[.+_-]/);
  return roles.has(local) || (roles.has(first) && (second === "" || second.length <= 3 || roles.has(second)));
}

export const TITLES = new Set(
  "dr prof mr mrs ms miss mx sir dame herr frau hr fr dipl ing mag med phil mme mlle m monsieur madame sr sra srta don dona dott dottssa sig signora ra rain pan pani inz mgr hab bay hanim г δρ د kand".split(
    " ",
  ),
);
/** Words at the end of a name by which father and son are told apart. */
export const GENERATIONS = pairs(
  "sr:1 senior:1 sen:1 snr:1 pere:1 padre:1 starsi:1 st:1 starszy:1 jr:2 junior:2 jun:2 jnr:2 ii:2 fils:2 hijo:2 filho:2 mladsi:2 ml:2 mlodszy:2 neto:3 iii:3 iv:4",
);

/** Words that only say what kind of company it is. */
export const LEGAL_FORMS = new Set(
  "gmbh ag kg ohg gbr ug mbh co se ev eg inc incorporated llc llp lp ltd limited plc corp corporation company sa sas sarl eurl sasu snc spa srl sl slu sll nv bv vof cv oy oyj ab aps as asa kft zrt sro spol doo sp z oo zoo sia uab ou pty pvt gk kk lda ltda eireli sc the and und et y e i ооо оао зао ао ип αε επε ae epe sti anonim sirketi".split(
    " ",
  ),
);

/** Short forms that stand for one name. */
const SHORT_FORMS =
  "robert:bob,rob,bobby,robbie william:bill,will,billy,liam richard:rick,dick,richie james:jim,jimmy,jamie john:jack,johnny michael:mike,micha,mick,michi thomas:tom,tommy christopher:chris,topher christian:chris christina:chris,tina elizabeth:liz,beth,lizzie,eliza,betty katherine:kate,kathy,katie,kat catherine:kate,cathy,katie margaret:maggie,meg,peggy edward:ed,eddie,ted charles:charlie,chuck joseph:joe,joey,beppe daniel:dan,danny matthew:matt andrew:andy,drew anthony:tony steven:steve stephen:steve benjamin:ben samuel:sam alexander:alex,sasha,xander,sascha alexandra:alex,sasha,sandra nicholas:nick nicolas:nico patricia:pat,patty,trish jennifer:jen,jenny susan:sue,susie rebecca:becky,becca deborah:debbie,deb timothy:tim gregory:greg jonathan:jon,jonny philip:phil,pip frederick:fred,freddy friedrich:fritz,friedel wolfgang:wolf johannes:hannes,johann,hans maximilian:max sebastian:basti,seb josef:sepp,jupp matthias:matze,hias stefan:steffen franziska:franzi katharina:kathi,kati susanne:susi,sanne jose:pepe francisco:paco,pancho,kiko ignacio:nacho guadalupe:lupe dolores:lola manuel:manolo,manu giuseppe:beppe,peppe,pino francesco:franco,checco giovanni:gianni,nanni salvatore:toto,turi jean-pierre:jp aleksandr:sasha,alex ekaterina:katya dmitri:dima dmitry:dima maria:masha,mia natalia:natasha anastasia:nastya vladimir:volodya,vova sergei:seryozha malgorzata:gosia katarzyna:kasia aleksandra:ola joanna:asia krzysztof:krzysiek tomasz:tomek mehmet:memo ioannis:yannis,giannis konstantinos:kostas georgios:giorgos dimitrios:dimitris";
const longForms = new Map<string, Set<string>>();
for (const entry of SHORT_FORMS.split(" ")) {
  const [long = "", shorts = ""] = entry.split(":");
  for (const short of shorts.split(",")) longForms.set(short, (longForms.get(short) ?? new Set()).add(long));
}
/** Bob and Robert; not Bob and Rob, which could be two people at one desk. */
export function isShortForm(one: string, other: string): boolean {
  return longForms.get(one)?.has(other) === true || longForms.get(other)?.has(one) === true;
}

const CYRILLIC =
  "а:a б:b в:v г:g д:d е:e ж:zh з:z и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya і:i ї:i є:e ґ:g";
const GREEK =
  "α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s τ:t υ:y φ:f χ:ch ψ:ps ω:o";
const LATIN = pairs(`${CYRILLIC} ${GREEK}`);
/** Cyrillic and Greek in Latin letters, roughly: spellings that differ between passports become one. */
export function inLatin(folded: string): string {
  if (/^[ -~]*$/.test(folded)) return folded;
  return folded.replace(/[\u0370-\u03ff\u0400-\u04ff]/g, (sign) => LATIN.get(sign) ?? sign);
}

/** Characters of Chinese, Japanese and Korean, whose words have no letters. Means the same in JavaScript and in SQL. */
export const CJK_SIGN = String.raw`[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]`;
const cjkSign = new RegExp(CJK_SIGN);
export const hasCjkSign = (text: string) => cjkSign.test(text);

/** `key:value key:value` as a map. */
function pairs(text: string): ReadonlyMap<string, string> {
  const pairOf = (one: string) => {
    const [key = "", value = ""] = one.split(":");
    return [key, value] as const;
  };
  return new Map(text.split(" ").map(pairOf));
}
