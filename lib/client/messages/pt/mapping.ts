import type { Message } from "../catalogue";
import type { mapping as english } from "../en/mapping";
import { alike, forms } from "./forms";

/** Why a column of a file was suggested for a field. */
export const mapping: Record<keyof typeof english, Message> = {
  "map.consent": "“{header}” diz quem não quer e-mails? Do jeito que está, a coluna não é importada.",
  "map.consent.struck":
    "Algumas linhas da planilha estão riscadas. Essas pessoas se descadastraram? A coluna “{header}” as marca.",
  "map.consent.struck.rows": "Linhas {rows}.",
  "map.consent.struck.more": "Linhas {rows} e outras, {count} no total.",
  "map.consent.values": "Os valores dela: {values}.",
  "map.consent.several":
    "Estas colunas dizem quem se descadastrou: {columns}. Basta uma delas: as pessoas que ela indica não recebem e-mails.",
  "map.consent.several.column": "“{header}”",
  "map.consent.out": "Sim significa descadastrado",
  "map.consent.in": "Não significa descadastrado",
  "map.consent.no": "Deixar de fora",
  "map.consent.mapped":
    "“{header}” diz quem não quer e-mails? Do jeito que está, a coluna se torna {field} e não descadastra ninguém.",
  "map.consent.empty":
    "“{header}” indica quem quer receber e-mails e está vazia para algumas pessoas. O que isso significa? Sem resposta, ninguém é descadastrado.",
  "map.consent.unread":
    "Alguns valores de “{header}” não são nem sim nem não. O que significam? Sem resposta, eles não descadastram ninguém.",
  "map.consent.unread.leave": "Não sei: não descadastram ninguém",
  "map.value": "“{value}”",
  "map.value.empty": "Células vazias",
  "map.value.out": "Descadastrado",
  "map.value.not": "Inscrito",
  "map.value.others": "Qualquer outro valor que não seja sim nem não",
  "map.value.means": "{value}: {meaning}",
  "map.value.told": "Você indicou o que estes valores de “{header}” significam.",
  "map.consent.turned":
    "“{header}” pode significar o contrário do que parece, ou outra coisa. Se nenhuma resposta estiver certa, escreva “descadastrado” nessas linhas do arquivo e envie-o de novo.",
  "check.unread": forms(
    "Em {count} linha não é possível ler se a pessoa se descadastrou. Ela não descadastrará ninguém.",
    "Em {count} linhas não é possível ler se a pessoa se descadastrou. Elas não descadastrarão ninguém.",
  ),
  "check.unread.value": forms("“{value}” ({count} linha)", "“{value}” ({count} linhas)"),
  "check.unread.hint": "Indique o que estes valores significam ou deixe-os como estão.",
  "check.failedOptOuts": forms(
    "{count} linha rejeitada indica um descadastramento. Ele vale mesmo assim.",
    "{count} linhas rejeitadas indicam um descadastramento. Eles valem mesmo assim.",
  ),
  "check.skippedOptOuts": forms(
    "{count} linha ignorada indica o descadastramento de alguém que não é um contato. Isso fica registrado: nenhuma importação posterior inscreverá essa pessoa.",
    "{count} linhas ignoradas indicam o descadastramento de pessoas que não são contatos. Isso fica registrado: nenhuma importação posterior inscreverá essas pessoas.",
  ),
  "check.confirmReject": forms("{does}, rejeitar {count} linha", "{does}, rejeitar {count} linhas"),
  "check.confirmOptOuts": forms("Salvar {count} descadastramento", "Salvar {count} descadastramentos"),
  "result.undo.optOuts": forms(
    "{count} descadastramento de alguém que não é um contato é retirado: só esta importação o tinha indicado.",
    "{count} descadastramentos de pessoas que não são contatos são retirados: só esta importação os tinha indicado.",
  ),
  "result.skippedOptOuts": forms(
    "{count} linha ignorada indicava o descadastramento de alguém que não é um contato. Isso fica registrado.",
    "{count} linhas ignoradas indicavam o descadastramento de pessoas que não são contatos. Isso fica registrado.",
  ),
  "result.failedOptOuts": forms(
    "{count} linha rejeitada indicava um descadastramento. Ele vale mesmo assim.",
    "{count} linhas rejeitadas indicavam um descadastramento. Eles valem mesmo assim.",
  ),
  "result.errors.optedOut": "Esta pessoa se descadastrou. O descadastramento vale mesmo assim.",
  "map.consent.list":
    "Isto parece uma lista de pessoas que se descadastraram. Do jeito que está, elas se tornam ou continuam sendo contatos que recebem e-mails.",
  "map.consent.sheet":
    "Outra planilha desta pasta de trabalho pode conter pessoas que se descadastraram. Só esta planilha é importada: veja a outra primeiro ou importe-a depois.",
  "map.consent.sheet.go": "Continuar com esta planilha",
  "map.consent.below":
    "Mais abaixo, sob um título ou um segundo cabeçalho, este arquivo pode conter pessoas que se descadastraram. Do jeito que está, elas se tornam ou continuam sendo contatos que recebem e-mails: dê a essas linhas uma coluna que diga isso ou importe-as em um arquivo separado.",
  "map.consent.below.go": "Continuar, ninguém se descadastrou",
  "map.consent.list.all": "Sim, descadastrar todas",
  "map.consent.all": "Todas as pessoas deste arquivo serão descadastradas.",
  "map.consent.all.not": "Não, só as que uma coluna indicar",
  "map.consent.list.keep": "Não, elas podem receber e-mails",
  "map.consent.keep": "Não, deixar como {field}",
  "map.consent.none": "Nenhuma destas {count}: deixá-las como estão",
  "map.why.header_means": "O cabeçalho significa “{field}”.",
  "map.why.header_means_cells_agree": "O cabeçalho significa “{field}”, e as células confirmam.",
  "map.why.header_means_cells_differ": "O cabeçalho significa “{field}”, mas as células parecem outra coisa.",
  "map.why.header_contains": "O cabeçalho contém uma palavra para “{field}”.",
  "map.why.header_contains_cells_agree":
    "O cabeçalho contém uma palavra para “{field}”, e as células confirmam.",
  "map.why.header_contains_cells_differ":
    "O cabeçalho contém uma palavra para “{field}”, mas as células parecem outra coisa.",
  "map.why.header_resembles": "O cabeçalho parece uma palavra para “{field}”.",
  "map.why.header_resembles_cells_agree":
    "O cabeçalho parece uma palavra para “{field}”, e as células confirmam.",
  "map.why.header_resembles_cells_differ":
    "O cabeçalho parece uma palavra para “{field}”, mas as células parecem outra coisa.",
  "map.why.subscribed_flag":
    "“{header}” diz quem recebe e-mails, portanto é “não” que descadastra um contato; “sim” não muda nada.",
  "map.why.unsubscribed_flag":
    "“{header}” diz quem se descadastrou: “sim” descadastra um contato, “não” não muda nada.",
  "map.why.unsubscribed_date":
    "“{header}” diz quando alguém se descadastrou: qualquer valor marca um contato como descadastrado.",
  "map.why.cells_are_emails": "As células são endereços de e-mail.",
  "map.why.cells_are_phones": "As células parecem números de telefone.",
  "map.why.cells_are_names": "As células parecem nomes de pessoas.",
  "map.why.cells_say_unsubscribed": "As palavras em “{header}” dizem quem se descadastrou.",
  "map.why.name_beside_other": "Ao lado do outro nome, “{header}” significa {field}.",
  "map.why.name_alone": "“{header}” é o nome completo: nós o separamos em nome e sobrenome, linha por linha.",
  "map.why.own_custom_field": "O Kith exportou este campo personalizado com este nome.",
  "map.why.own_error_column": "O Kith adicionou esta coluna a um arquivo de linhas rejeitadas.",
  "map.why.field_taken": "“{filler}” já preenche {field}.",
  "map.why.other_sheet": "É o endereço. Outra planilha pode conter pessoas que se descadastraram.",
  "map.why.table_below": "É o endereço. Mais abaixo pode haver pessoas que se descadastraram.",
  "map.why.second_table": "Pertence a uma segunda tabela ao lado da primeira.",
  "map.why.no_header": "A coluna não tem nome, e as células não correspondem com certeza a nenhum campo.",
  "map.why.may_be_consent": "As células talvez digam quem não quer e-mails. Diga o que significam.",
  "map.why.struck_through": "Algumas linhas estão riscadas. Diga se essas pessoas se descadastraram.",
  "map.why.kept_as_custom": "Sem campo padrão. Mantida como campo personalizado.",
  "map.why.kept_beside": "“{filler}” já preenche {field}. Mantida como campo personalizado.",
  "map.why.no_field": "Sem campo padrão. Escolha um campo personalizado para mantê-la.",
  "map.why.row_counter": "Só numera as linhas. Escolha um campo personalizado para mantê-la.",
  "map.why.beyond_custom_fields":
    "Não há espaço: um contato já tem todos os campos personalizados. Deixe outra coluna de fora para manter esta.",
  "map.why.beyond_workspace_fields":
    "Não há espaço: o espaço de trabalho já tem todos os campos personalizados. Escolha um deles para manter a coluna.",
  "map.why.beyond_custom_size":
    "Os textos podem ser longos demais para um contato. Escolha um campo personalizado para mantê-la; as linhas que não couberem serão rejeitadas.",
  "map.why.model": "O modelo de IA entende “{header}” como {field}.",
  "map.why.remembered": "Como você associou esta coluna da última vez.",
  "map.why.remembered_answer": "Como você respondeu sobre esta coluna da última vez.",
  "map.lines": "As primeiras linhas do arquivo. Clique na que nomeia as colunas.",
  "map.delimiters": "Como cada separador divide o arquivo",
  "map.more": forms("Mostrar mais {count} coluna", "Mostrar mais {count} colunas"),
  "map.doubtful": alike("{count} precisa de atenção", "{count} precisam de atenção"),
  "map.left.beyond_custom_fields": forms(
    "{count} coluna não é importada, porque um contato só tem espaço para {max} campos personalizados: {columns}. Para mantê-la, defina outra coluna como “Não importar” e depois escolha um campo personalizado para esta.",
    "{count} colunas não são importadas, porque um contato só tem espaço para {max} campos personalizados: {columns}. Para manter uma delas, defina outra coluna como “Não importar” e depois escolha um campo personalizado para ela.",
  ),
  "map.left.beyond_workspace_fields": forms(
    "{count} coluna não é importada, porque o seu espaço de trabalho não comporta outro campo personalizado: {columns}. Para mantê-la, escolha um campo existente, ou exclua um de que ninguém precise e escolha um novo aqui.",
    "{count} colunas não são importadas, porque o seu espaço de trabalho não comporta mais campos personalizados: {columns}. Para manter uma delas, escolha um campo existente, ou exclua um de que ninguém precise e escolha um novo aqui.",
  ),
  "map.left.beyond_custom_size": forms(
    "{count} coluna não é importada, porque os seus textos longos podem não caber em um contato: {columns}. Para mantê-la, escolha um campo personalizado. A próxima etapa mostra as linhas que não cabem.",
    "{count} colunas não são importadas, porque os seus textos longos podem não caber em um contato: {columns}. Para manter uma delas, escolha um campo personalizado. A próxima etapa mostra as linhas que não cabem.",
  ),
  "map.keepAll": forms(
    "Manter {count} coluna não associada como campo personalizado",
    "Manter {count} colunas não associadas como campos personalizados",
  ),
  "map.sum.matched": "{count} associadas",
  "map.sum.custom": forms("{count} campo personalizado", "{count} campos personalizados"),
  "map.open": "Ver o que falta",
  "map.sum.left": "{count} não importadas",
  "map.sheet": "Planilha",
  "map.sheet.found": "Lendo a planilha “{sheet}”: a primeira não contém endereços de e-mail.",
  "map.sheet.again": "Lendo a planilha “{sheet}”, uma de {count}. Para ler outra, envie o arquivo novamente.",
  "map.source.xlsx": "Pasta de trabalho do Excel",
  "map.source.json": "JSON",
  "map.source.vcard": "vCards",
};
