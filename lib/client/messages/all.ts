import type { Catalogue, Language } from "./catalogue";
import { de } from "./de";
import { en } from "./en";
import { es } from "./es";
import { fr } from "./fr";
import { ja } from "./ja";
import { pt } from "./pt";

/** All of them stand on the server alone; a browser is sent the one that its reader chose. */
export const catalogues: Record<Language, Catalogue> = { en, de, fr, es, pt, ja };
