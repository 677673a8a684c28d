import type { Message } from "../catalogue";
import type { reference as english } from "../en/reference";
import { forms } from "./forms";

export const reference: Record<keyof typeof english, Message> = {
  "docs.intro":
    "Tudo o que este painel faz passa pela mesma API. As solicitações são JSON, com um token de acesso ou uma chave de API no cabeçalho Authorization.",
  "docs.guide": "Introdução",
  "docs.search": "Buscar na referência",
  "docs.search.found": forms("{count} resultado", "{count} resultados"),
  "docs.copy": "Copiar",
  "docs.markdown": "Markdown",
  "docs.markdown.copy": "Copiar como Markdown",
  "docs.try": "Experimentar",
  "docs.try.signIn": "Entre para experimentar solicitações aqui",
  "docs.try.reads": "Envia esta solicitação em seu nome e mostra a resposta.",
  "docs.try.changes":
    "Envia esta solicitação em seu nome. Não é um teste: ela altera seu espaço de trabalho.",
  "docs.try.file": "Arquivo",
  "docs.try.send": "Enviar {method}",
  "docs.try.failed": "O servidor não respondeu. Verifique a conexão e tente de novo.",
  "docs.answer.example": "Exemplo de resposta",
  "docs.spec": "Documento OpenAPI",
  "docs.token.copy": "Copiar token de acesso",
  "docs.operations": "Operações",
  "docs.parameters": "Parâmetros",
  "docs.body": "Corpo",
  "docs.example": "Exemplo",
  "docs.answers": "Respostas",
  "docs.caller.public": "sem token",
  "docs.caller.bearer": "permissão {scope}",
  "docs.caller.user": "só usuários conectados",
  "docs.caller.cron": "CRON_SECRET",
  "docs.caller.webhook": "WEBHOOK_SECRET ou uma assinatura",
  "docs.errors": "Erros",
  "docs.schemas": "Esquemas",
};
