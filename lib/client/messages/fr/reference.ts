import type { Message } from "../catalogue";
import type { reference as english } from "../en/reference";
import { alike } from "./forms";

export const reference: Record<keyof typeof english, Message> = {
  "docs.intro":
    "Tout ce que fait cette interface passe par la même API. Les requêtes sont en JSON, avec un jeton d’accès ou une clé d’API dans l’en-tête Authorization.",
  "docs.guide": "Introduction",
  "docs.search": "Rechercher dans la référence",
  "docs.search.found": alike("{count} résultat", "{count} résultats"),
  "docs.copy": "Copier",
  "docs.markdown": "Markdown",
  "docs.markdown.copy": "Copier en Markdown",
  "docs.try": "Essayer",
  "docs.try.signIn": "Se connecter pour essayer des requêtes ici",
  "docs.try.reads": "Envoie cette requête en votre nom et affiche la réponse.",
  "docs.try.changes":
    "Envoie cette requête en votre nom. Ce n’est pas un test : elle modifie votre espace de travail.",
  "docs.try.file": "Fichier",
  "docs.try.send": "Envoyer {method}",
  "docs.try.failed": "Le serveur n’a pas répondu. Vérifiez la connexion et réessayez.",
  "docs.answer.example": "Exemple de réponse",
  "docs.spec": "Document OpenAPI",
  "docs.token.copy": "Copier le jeton d’accès",
  "docs.operations": "Opérations",
  "docs.parameters": "Paramètres",
  "docs.body": "Corps",
  "docs.example": "Exemple",
  "docs.answers": "Réponses",
  "docs.caller.public": "sans jeton",
  "docs.caller.bearer": "autorisation {scope}",
  "docs.caller.user": "utilisateurs connectés seulement",
  "docs.caller.cron": "CRON_SECRET",
  "docs.caller.webhook": "WEBHOOK_SECRET ou une signature",
  "docs.errors": "Erreurs",
  "docs.schemas": "Schémas",
};
