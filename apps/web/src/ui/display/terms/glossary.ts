type Entry = { name: string; body: string };

/** Terms of the trade with a short definition; each is explained wherever it is shown. */
export const GLOSSARY = {
  repasse: {
    name: 'repasse',
    body: 'A parte do aluguel que a imobiliária entrega ao proprietário depois que o inquilino paga, já descontada a taxa de administração.',
  },
  administration: {
    name: 'taxa de administração',
    body: 'O que a imobiliária ganha por cuidar do contrato: um percentual do aluguel, descontado do repasse de cada mês.',
  },
  commission: {
    name: 'comissão',
    body: 'O ganho da imobiliária em cada aluguel recebido: a taxa de administração, com a parte dela nos encargos de atraso. Um contrato sem comissão repassa o aluguel inteiro.',
  },
  guarantee: {
    name: 'garantia',
    body: 'O que cobre o aluguel se o inquilino não pagar: um fiador responde com os próprios bens, a caução é um valor depositado e o seguro-fiança é pago a uma seguradora. A lei admite uma só por contrato.',
  },
  index: {
    name: 'índice de reajuste',
    body: 'O número que corrige o aluguel uma vez por ano, como o IGP-M ou o IPCA: mede quanto os preços subiram nos doze meses anteriores.',
  },
  readjustment: {
    name: 'reajuste',
    body: 'A correção do aluguel no aniversário do contrato, pelo índice combinado. Vale para as faturas emitidas depois dela.',
  },
  proRata: {
    name: 'cobrança por dias (pro rata)',
    body: 'No primeiro e no último mês cobra-se só a parte do aluguel que corresponde aos dias de uso.',
  },
  late: {
    name: 'multa e juros de mora',
    body: 'Encargos de quem paga depois do vencimento: a multa é um percentual cobrado uma vez, os juros contam por dia de atraso.',
  },
  defaulting: {
    name: 'inadimplência',
    body: 'Fatura que venceu e não foi paga. Enquanto não é recebida, não gera repasse.',
  },
  invoice: {
    name: 'antecipar fatura',
    body: 'As faturas saem sozinhas alguns dias antes do vencimento. Antecipar é emitir já a de um mês que ainda não chegou.',
  },
  reference: {
    name: 'mês da fatura (competência)',
    body: 'O mês a que a cobrança pertence. O vencimento é o dia até quando ela pode ser paga sem encargos; os dois podem cair em meses diferentes.',
  },
  boleto: {
    name: 'linha digitável',
    body: 'Os 47 números no alto do boleto, com que ele é pago sem ler o código de barras.',
  },
  ourNumber: {
    name: 'nosso número',
    body: 'O número que identifica cada boleto no banco. É por ele que um pagamento encontra a sua fatura.',
  },
  agreement: {
    name: 'convênio e carteira',
    body: 'O convênio é o contrato de cobrança com o banco, que permite emitir boletos; a carteira é a modalidade dessa cobrança. O banco informa os dois.',
  },
  remittance: {
    name: 'remessa e retorno (CNAB)',
    body: 'Arquivos trocados com o banco: a remessa leva os boletos para registro, o retorno traz o que foi pago. CNAB é o formato deles.',
  },
  reconciliation: {
    name: 'baixa por arquivo (OFX, PDF)',
    body: 'O extrato ou o relatório que o banco deixa baixar é lido aqui, e cada crédito procura a fatura ou o boleto que pagou. O que não encontra o seu fica para uma pessoa decidir.',
  },
  pix: {
    name: 'chave Pix',
    body: 'O endereço que recebe pagamentos por Pix: CNPJ, e-mail, telefone ou uma chave aleatória da conta da imobiliária.',
  },
  bankCredentials: {
    name: 'client id e client secret',
    body: 'O usuário e a senha com que a Morada se conecta ao banco. O banco os cria para a imobiliária; não são os do site nem do aplicativo.',
  },
  bankCertificate: {
    name: 'certificado e chave (PEM)',
    body: 'O documento digital que prova ao banco quem está chamando, e a chave secreta que vai com ele. PEM é o formato de texto dos dois, que começa com -----BEGIN.',
  },
  bankScopes: {
    name: 'permissões da API (escopos)',
    body: 'O que o banco deixa fazer por este acesso: cobv são as cobranças com vencimento, pix os pagamentos recebidos e webhook os avisos.',
  },
  automaticPix: {
    name: 'Pix Automático',
    body: 'O débito automático do Pix: o inquilino autoriza uma vez no aplicativo do banco dele, e cada fatura é cobrada na conta no vencimento. Ele cancela quando quiser.',
  },
  bankNotice: {
    name: 'aviso de pagamento (webhook)',
    body: 'O recado que o banco manda à Morada assim que um Pix chega. Antes de baixar a fatura, o pagamento é conferido no banco.',
  },
  withholding: {
    name: 'imposto retido na fonte (IRRF)',
    body: 'O imposto de renda que uma empresa desconta do aluguel que paga a uma pessoa física, e recolhe por ela com um DARF. O proprietário o abate na declaração do ano.',
  },
  dimob: {
    name: 'DIMOB',
    body: 'A declaração anual em que a imobiliária conta à Receita o que cada inquilino pagou a cada proprietário, mês a mês. É entregue até o último dia útil de fevereiro; o atraso custa R$ 1.500 por mês.',
  },
  reform: {
    name: 'reforma do consumo (IBS e CBS)',
    body: 'Os impostos que substituem ISS, ICMS, PIS e Cofins (LC 214/2025). Uma pessoa física só os paga sobre aluguéis quando passa dos limites da lei em renda e em imóveis.',
  },
  socialReducer: {
    name: 'redutor social',
    body: 'O valor por imóvel residencial e mês que sai da base do IBS e da CBS de um aluguel, até o que resta dela (artigo 260 da LC 214/2025).',
  },
  nfse: {
    name: 'nota fiscal de serviço (NFS-e nacional)',
    body: 'A nota que a imobiliária emite da sua taxa, e o proprietário contribuinte do aluguel, no sistema nacional. É assinada com um certificado digital A1.',
  },
  bankReconciliation: {
    name: 'conciliação bancária',
    body: 'Comparar o extrato do banco com o caixa: cada movimento do banco é explicado por um ou mais lançamentos, e o que sobra de um lado ou do outro é a diferença.',
  },
  ofx: {
    name: 'extrato OFX',
    body: 'O extrato da conta em um arquivo que programas leem. O site do banco o oferece ao exportar o extrato, às vezes com o nome de Money.',
  },
  doubleEntry: {
    name: 'partidas dobradas',
    body: 'Todo lançamento debita uma conta e credita outra no mesmo valor: o aluguel recebido debita o caixa e credita o proprietário e a taxa. Por isso débitos e créditos do mês são iguais.',
  },
  chart: {
    name: 'plano de contas',
    body: 'A lista de contas do contador, cada uma com um código. O arquivo do mês leva esses códigos, para que o programa dele saiba onde pôr cada valor.',
  },
  fine: {
    name: 'multa por rescisão antecipada',
    body: 'O que paga o inquilino que sai antes do fim do prazo, na proporção do tempo que falta (artigo 4º da Lei do Inquilinato). A lei a dispensa em alguns casos, e o proprietário em qualquer um.',
  },
  cashBook: {
    name: 'livro caixa',
    body: 'O que entrou no caixa da imobiliária e o que saiu dele, dia a dia, com o saldo do período.',
  },
  movimentation: {
    name: 'movimentação',
    body: 'Dinheiro que entra ou sai sem ser de um aluguel: uma conta paga, a comissão de uma venda, um reembolso.',
  },
  income: {
    name: 'renda bruta e renda líquida',
    body: 'A bruta é tudo o que entrou no caixa, também o que é dos proprietários. A líquida é o resultado da imobiliária: o que ela ganhou, menos as despesas.',
  },
  extra: {
    name: 'acréscimos e deduções',
    body: 'Valores avulsos de um contrato, como um reparo: somados ou descontados da fatura do inquilino, do repasse do proprietário ou dos dois.',
  },
  iptu: {
    name: 'taxas do imóvel (IPTU, condomínio)',
    body: 'Encargos cobrados todo mês com o aluguel. O IPTU é o imposto anual da prefeitura sobre o imóvel; o condomínio divide as despesas do prédio.',
  },
  share: {
    name: 'parte do proprietário',
    body: 'Quanto do imóvel é de cada dono. O repasse é dividido nessa proporção; sem partes informadas, todos recebem o mesmo.',
  },
  statement: {
    name: 'extrato do proprietário',
    body: 'Tudo o que a imobiliária passou a dever ao proprietário, o que lhe pagou e o saldo, num período.',
  },
  lead: {
    name: 'lead',
    body: 'Uma pessoa que quer alugar, comprar ou oferecer um imóvel, desde a primeira mensagem, por qualquer caminho. Quem escreve de novo em 30 dias é o mesmo lead.',
  },
  median: {
    name: 'mediana',
    body: 'O valor do meio: metade dos casos fica abaixo dele, metade acima. Um caso muito demorado não a muda, como mudaria a média.',
  },
  exclusivity: {
    name: 'exclusividade e captação',
    body: 'Com exclusividade, só esta imobiliária pode oferecer o imóvel. O captador é quem o trouxe para a carteira.',
  },
} as const satisfies Record<string, Entry>;

export type TermName = keyof typeof GLOSSARY;
