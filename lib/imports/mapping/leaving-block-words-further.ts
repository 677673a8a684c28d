import type { BlockWords } from "./leaving-block-words";

/** The same words in further languages; those that share none are together, as in a language. */
export const BLOCK_WORDS_FURTHER: Record<string, BlockWords> = {
  /** Filipino, Swahili, Afrikaans. */
  southern: {
    no: "huwag ayaw moenie",
    reach: "padalhan padala* magpadala magemail email emails pos posse stuur* skryf*",
    off: "tanggal* pinatanggal* alis* ondo* aondol* waondol* kuondol* kutol* haal verwyder*",
    list: "listahan orodha lys",
    alone: "asitumiwe* usitum* msitum* asiandik* usiandik*",
  },
  /** Albanian, Irish, Welsh, Maltese, Esperanto, Catalan, Luxembourgish, Romansh, Icelandic. */
  smaller: {
    no: "mos nuk na dim ddim peidiwch ne keng betg",
    reach:
      "dergo* shkrua* kontakto* seol* scriobh* byst bost bostio nuachtlitir sendu skribu mesagojn maile maila posta",
    off: "heq* hiq* bain* tynn* esborr* neħħ* forig* treur* treu* treieu huel* taka tekin* fjarlæg*",
    list: "lista listen liosta rhestr restr listo llista llistes lescht postlista",
    after: "huel* eraus*",
  },
  /** Azerbaijani, Uzbek, Kazakh, Kyrgyz, Mongolian. */
  turkic: {
    no: "бас баш",
    reach: "olishni xat xatlar имэил имэилийг имеил авахыг захиа хат хатты",
    off: "cıxar* cixar* chiqar* ochir* chiril* шығар* алып таста* tashla* өшір* чыгар* хас*",
    list: "siyahıdan siyahidan yxatdan royxatdan тізімнен тизмеден жагсаалтаас",
    after:
      "istama* xohlama* хүсэхгүи хусэхгуи cıxar* cixar* chiqar* ochir* chiril* шығар* алып таста* tashla* өшір* чыгар* хас* silin*",
  },
  /** Persian, Urdu, Hindi, Bengali, Tamil. */
  indic: {
    no: "न मत না",
    reach: "ईमेल संदेश ইমেইল ایمیل پیام",
    off: "حذف خارج نکال* ہٹا* हटा* निकाल* বাদ",
    list: "لیست فہرست सूची তালিকা பட்டியல* பட்டியலில*",
    after: "ندهید نفرستید حذف خارج نکال* ہٹا* हटा* निकाल* বাদ நீக்க*",
  },
  /** Belarusian, Macedonian, Georgian, Armenian. */
  eastern: {
    no: "не",
    reach: "атрымл* ліст* дасыл* пісаць испрак* прака* пишув*",
    off: "выдал* выкрэсл* выкрасл* избриш* отстран* тргн* ამოიღ* ამოღ* ამოშ* წაშალ* წაშლ* հանել հանեք ջնջել",
    list: "спісу спіса спісаў листа листата სიიდან ցուցակից",
    after: "выдал* избриш* ამოიღ* ამოღ* ამოშ* წაშალ* წაშლ* հանել հանեք հանվի ջնջել",
  },
};
