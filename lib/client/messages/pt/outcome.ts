import type { Message } from "../catalogue";
import type { outcome as english } from "../en/outcome";
import { forms } from "./forms";

/** What came of an import, beside what was predicted. */
export const outcome: Record<keyof typeof english, Message> = {
  "result.contacts.all": "Mostrar contatos",
  "result.predicted": "Previsto",
  "result.came": "Real",
  "result.same": "como previsto",
  "result.asPredicted": "Exatamente como previsto.",
  "result.differs.line": "{label}: {value} em vez de {predicted}",
  "result.differs.cut": "A importação terminou antes do fim do arquivo.",
  "result.differs.since":
    "Entre a conferência e a importação, contatos foram adicionados, alterados ou excluídos em outro lugar. Cada linha é comparada com o que existe quando chega a vez dela.",
  "result.undoing.of": "{done} de {total} contatos",
  "result.undo.rest": "Desfazer o resto",
  "result.undo.rest.title": "Desfazer o resto desta importação?",
  "result.undo.nothing": "Nada seria desfeito.",
  "result.undo.notYet": forms(
    "Ainda não é possível: {count} contato foi alterado depois, ou outro contato tem o endereço anterior dele. Desfaça primeiro essas alterações no histórico.",
    "Ainda não é possível: {count} contatos foram alterados depois, ou outros contatos têm os endereços anteriores deles. Desfaça primeiro essas alterações no histórico.",
  ),
  "result.undo.left": forms(
    "Pode ser desfeita por mais {count} dia.",
    "Pode ser desfeita por mais {count} dias.",
  ),
};
