import type { Message } from "../catalogue";
import type { mend as english } from "../en/mend";
import { alike, forms } from "./forms";

/** Rejected rows, mended before an import. */
export const mend: Record<keyof typeof english, Message> = {
  "mend.none": "Nenhuma linha é mais rejeitada",
  "mend.body":
    "Corrija linhas aqui e elas são importadas com o resto. O arquivo em si não muda; as linhas que você deixar como estão serão rejeitadas.",
  "mend.reasons": "Motivos",
  "mend.reason.emailInvalid": "Não é um endereço de e-mail",
  "mend.reason.emailMissing": "Sem endereço de e-mail",
  "mend.reason.tooLong": "Longo demais",
  "mend.reason.tagTooLong": "Etiqueta longa demais",
  "mend.reason.tooManyTags": "Etiquetas demais",
  "mend.reason.tooManyCells": "Mais células que colunas",
  "mend.reason.otherHeader": "Outras colunas a partir daqui",
  "mend.reason.surplusCells": "Mais células que a maioria das linhas",
  "row.tooFewCells":
    "Pode faltar uma célula antes de “{value}”: esta linha tem menos células do que há colunas, e “{value}” costuma estar em uma coluna de descadastros. Mova o valor para lá ou, se ele estiver no lugar certo, preencha também essa coluna.",
  "mend.reason.tooFewCells": "Descadastro em outra coluna",
  "row.cellsMoved":
    "Nesta linha, “_line” não tem o número que o Kith escreveu: as células passaram para outras colunas. Coloque-as de volta, ou esvazie a célula “_line”.",
  "mend.reason.cellsMoved": "Células movidas para outras colunas",
  "mend.reason.quote": "Aspa solta",
  "map.warning.missing_values":
    "As células com “{example}” indicam neste arquivo um valor ausente e são importadas vazias.",
  "map.warning.words_kept":
    "“{example}” pode indicar um valor ausente ou ser um nome, e é importado como texto.",
  "map.missing.text": "Manter como texto",
  "map.missing.empty": "Deixar vazias",
  "map.warning.two_tables":
    "Há duas tabelas lado a lado. Só a da esquerda é importada como contatos; salve a da direita, “{example}”, em um arquivo próprio.",
  "map.warning.rounded_numbers":
    "Uma planilha arredondou números como “{example}”: os últimos algarismos se perderam. Formate ali essas colunas como número sem decimais ou como texto e envie o arquivo de novo. Os algarismos depois do décimo quinto faltam ali também: busque-os na origem da lista.",
  "map.warning.hidden_rows":
    "As linhas ocultas na planilha, por um filtro por exemplo, também são importadas: {count}, por exemplo {lines}. Para deixá-las de fora, copie as linhas visíveis para uma nova pasta de trabalho e envie-a.",
  "map.warning.left_out": "Propriedades dos cartões que não são importadas: {example}.",
  "map.warning.mixed_encodings":
    "Linhas que não estão nesta codificação: {count}, por exemplo {lines}. Elas serão rejeitadas. Corrija o arquivo ou importe-o uma vez em cada uma das suas codificações.",
  "row.otherHeader":
    "A partir daqui o arquivo tem outras colunas: esta linha, ou uma acima dela, dá nomes a elas de novo em outra ordem. Envie o resto como um arquivo separado.",
  "row.unbalancedQuote":
    'Uma aspa (") é aberta nesta linha e nunca é fechada. Feche-a, ou duplique-a se fizer parte do texto.',
  "row.cut":
    "Uma quebra de linha dentro de uma célula corta esta linha: o resto está na linha seguinte. Remova a quebra de linha ou coloque a célula entre aspas.",
  "row.rest": "É o resto da linha anterior, cortada por uma quebra de linha dentro de uma célula.",
  "row.undecodable":
    "Esta linha contém bytes que não são texto na codificação do arquivo. Escolha outra codificação ou corrija a linha.",
  "row.changedSince":
    "O contato foi alterado depois que esta alteração foi confirmada, por isso foi deixado como está. Envie a linha de novo para ver o que ela mudaria agora.",
  "mend.reason.cut": "Cortada por uma quebra de linha",
  "mend.reason.rest": "Resto da linha anterior",
  "mend.reason.undecodable": "Letras danificadas",
  "mend.forAll": "Em todas estas linhas:",
  "mend.forAll.one": forms("{what} ({count} linha)", "{what} ({count} linhas)"),
  "mend.proposal.bareAddress": "Manter só o endereço",
  "mend.proposal.firstAddress": "Manter o primeiro endereço",
  "mend.proposal.atSign": "Escrever “(at)” ou “%40” como “@”",
  "mend.proposal.noSpaces": "Remover espaços",
  "mend.proposal.ascii": "Escrever o endereço com letras simples (ASCII)",
  "mend.proposal.punctuation": "Corrigir os pontos e as vírgulas",
  "mend.proposal.tidy": "Arrumar o endereço",
  "mend.proposal.otherCell": "Usar o endereço de outra coluna",
  "mend.proposal.trim": "Cortar no maior comprimento permitido",
  "mend.proposal.noNul": "Remover caracteres NUL",
  "mend.proposal.quoteAsText": "Tratar a aspa como texto",
  "mend.proposal.dropEmpty": "Descartar as células vazias do fim",
  "mend.proposal.nearestOption": "Usar a opção pretendida",
  "mend.use": "Usar {value}",
  "mend.line": "Linha {line}",
  "mend.cell": "{column}, linha {line}",
  "mend.extraCell": "Célula extra {number}",
  "mend.cut": "Este texto é longo demais para ser editado aqui.",
  "mend.editRow.done": "Concluir",
  "mend.editRow": "Editar a linha inteira",
  "mend.accepted": "Aceita",
  "mend.limited": "Solicitações demais no último minuto. Esta correção será reenviada sozinha em instantes.",
  "mend.takeBack": "Desfazer",
  "mend.takeBack.rule": "Desfazer: {rule}",
  "mend.applied": "Correções",
  "mend.applied.rows": forms("{count} linha corrigida", "{count} linhas corrigidas"),
  "mend.applied.some": forms(
    "{right} de {count} linha editada, corrigida",
    "{right} de {count} linhas editadas, corrigidas",
  ),
  "map.reread.title": "Ler o arquivo de outra forma?",
  "map.reread.body":
    "As linhas serão outras, por isso as linhas corrigidas e as deixadas de fora são descartadas. Voltar a lê-lo como antes não as recupera.",
  "map.reread.action": "Ler de outra forma",
  "mend.discard": "Descartar todas as correções",
  "mend.previous": "Linhas anteriores",
  "mend.next": "Mais linhas",
  "mend.reason.number": "Não é um número",
  "mend.reason.date": "Não é uma data",
  "mend.reason.yesNo": "Nem sim nem não",
  "mend.reason.option": "Não é uma das opções",
  "upload.drop.anywhere": "Solte o arquivo para importá-lo",
  "result.errors.mend": "Corrigir e importar estas",
  "result.resume": alike("Importar a linha restante", "Importar as {count} linhas restantes"),
  "error.changesConfirmed":
    "As alterações confirmadas linha por linha para esta importação não estão mais salvas. Envie o arquivo de novo para revisar o resto.",
  "error.fieldChanged":
    "Um campo personalizado que esta importação preenche foi alterado ou excluído nesse meio-tempo. Confira as colunas de novo; uma importação interrompida pode continuar quando essa alteração for desfeita no Histórico.",
  "error.correctionsDiffer":
    "Linhas deste arquivo foram corrigidas quando ele era lido de outra forma. Descarte primeiro as correções.",
};
