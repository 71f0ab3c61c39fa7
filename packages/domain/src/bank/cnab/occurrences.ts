export type OccurrenceKind = 'SETTLED' | 'REGISTERED' | 'REJECTED' | 'RETURNED' | 'OTHER';

/** Event of a boleto at its bank. */
export type Occurrence = {
  code: string;
  /** SETTLED: paid. REGISTERED: accepted by the bank. REJECTED: refused. RETURNED: left the bank unpaid. */
  kind: OccurrenceKind;
  words: string;
  reasons: { code: string; words: string }[];
};

type Words = Readonly<Record<string, string>>;
export type Occurrences = Readonly<Record<Lowercase<OccurrenceKind>, Words>>;

/** FEBRABAN, "Layout padrão CNAB 240" v. 10.06, C044. */
const FEBRABAN: Occurrences = {
  settled: {
    '06': 'Liquidação',
    '17': 'Liquidação após baixa ou de título não registrado',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Entrada rejeitada' },
  returned: {
    '05': 'Transferência de carteira: baixa',
    '09': 'Baixa',
    '25': 'Protestado e baixado',
  },
  other: {
    '04': 'Transferência de carteira: entrada',
    '07': 'Instrução de desconto recebida',
    '08': 'Cancelamento de desconto recebido',
    '11': 'Título em carteira (em ser)',
    '12': 'Instrução de abatimento recebida',
    '13': 'Cancelamento de abatimento recebido',
    '14': 'Alteração de vencimento recebida',
    '15': 'Franco de pagamento',
    '19': 'Instrução de protesto recebida',
    '20': 'Sustação ou cancelamento de protesto recebido',
    '23': 'Enviado a cartório',
    '24': 'Retirado de cartório e mantido em carteira',
    '26': 'Instrução rejeitada',
    '27': 'Alteração de outros dados confirmada',
    '28': 'Débito de tarifas ou custas',
    '29': 'Ocorrência do pagador',
    '30': 'Alteração de dados rejeitada',
    '33': 'Alteração do rateio de crédito confirmada',
    '34': 'Cancelamento do rateio de crédito confirmado',
    '35': 'Débito automático desagendado',
    '36': 'Envio de e-mail ou SMS confirmado',
    '37': 'Envio de e-mail ou SMS rejeitado',
    '38': 'Alteração do prazo limite de recebimento confirmada',
    '39': 'Dispensa do prazo limite de recebimento confirmada',
    '40': 'Alteração do número do documento confirmada',
    '41': 'Alteração do número de controle confirmada',
    '42': 'Alteração dos dados do pagador confirmada',
    '43': 'Alteração dos dados do sacador confirmada',
    '44': 'Pago com cheque devolvido',
    '45': 'Pago com cheque compensado',
    '46': 'Cancelamento de protesto confirmado',
    '47': 'Protesto para fins falimentares confirmado',
    '48': 'Transferência de carteira confirmada',
    '49': 'Alteração de contrato de cobrança',
    '50': 'Pago com cheque pendente de liquidação',
    '51': 'DDA: reconhecido pelo pagador',
    '52': 'DDA: não reconhecido pelo pagador',
    '53': 'DDA: recusado pela CIP',
    '54': 'Baixa de título negativado confirmada',
    '55': 'Dispensa de multa confirmada',
    '56': 'Cobrança de multa confirmada',
    '57': 'Alteração de juros confirmada',
    '58': 'Alteração de desconto confirmada',
    '59': 'Alteração do beneficiário confirmada',
    '60': 'Dispensa de juros confirmada',
    '61': 'Alteração do valor do título confirmada',
    '63': 'Sustado judicialmente',
    '64': 'Alteração do valor mínimo confirmada',
    '65': 'Alteração do valor máximo confirmada',
  },
};

/** Caixa, "Leiaute CNAB 240 SIGCB" (67.118 v010), C044. */
const CAIXA_240: Occurrences = {
  ...FEBRABAN,
  settled: { ...FEBRABAN.settled, '46': 'Liquidação on-line' },
  other: {
    ...FEBRABAN.other,
    '01': 'Impressão de títulos confirmada',
    '44': 'Estorno de baixa ou liquidação',
    '45': 'Alteração de dados',
    '47': 'Estorno de liquidação on-line',
    '62': 'Alteração do valor mínimo ou máximo confirmada',
  },
};

/** Santander, "Cobrança CNAB 240" (H7815) v. 2.9, note 41. */
const SANTANDER_240: Occurrences = {
  ...FEBRABAN,
  other: {
    ...FEBRABAN.other,
    '32': 'Código de IOF inválido',
    '91': 'Alteração do valor mínimo confirmada',
    '92': 'Alteração do valor máximo confirmada',
    '93': 'Baixa operacional enviada pela CIP',
    '94': 'Cancelamento da baixa operacional',
  },
};

const SICREDI_NEGATIVATION: Words = {
  '78': 'Pedido de negativação recebido',
  '79': 'Pedido de exclusão de negativação recebido',
  '80': 'Negativação confirmada',
  '81': 'Negativação rejeitada',
  '82': 'Exclusão de negativação confirmada',
  '83': 'Exclusão de negativação rejeitada',
  '84': 'Negativação excluída por outros motivos',
  '85': 'Ocorrência informativa',
};

/** Sicredi, "Manual CNAB 240", August 2019, C044. */
const SICREDI_240: Occurrences = {
  ...FEBRABAN,
  other: {
    ...FEBRABAN.other,
    '36': 'Baixa rejeitada',
    ...SICREDI_NEGATIVATION,
  },
};

/** Itaú, "Cobrança CNAB 400", July 2021, note 17; its CNAB 240 (January 2017, note 22) has the same codes. */
const ITAU: Occurrences = {
  settled: {
    '06': 'Liquidação normal',
    '07': 'Liquidação parcial',
    '08': 'Liquidação em cartório',
  },
  registered: {
    '02': 'Entrada confirmada',
    '64': 'Entrada confirmada com rateio de crédito',
    '73': 'Entrada confirmada na cobrança simples',
  },
  rejected: { '03': 'Entrada rejeitada', '60': 'Entrada rejeitada' },
  returned: {
    '05': 'Alteração de dados: baixa',
    '09': 'Baixa simples',
    // Paid by the Pix beside the barcode: the money is credited at once, outside this file.
    '10': 'Baixa por ter sido pago por Pix ou diretamente',
    '32': 'Baixa por ter sido protestado',
    '47': 'Baixa com transferência para desconto',
    '59': 'Baixa por crédito em conta corrente',
    '72': 'Baixa por crédito em conta corrente sem título',
  },
  other: {
    '04': 'Alteração de dados',
    '11': 'Título em carteira (em ser)',
    '12': 'Abatimento concedido',
    '13': 'Abatimento cancelado',
    '14': 'Vencimento alterado',
    '15': 'Baixa rejeitada',
    '16': 'Instrução rejeitada',
    '17': 'Alteração de dados rejeitada',
    '18': 'Instrução rejeitada ou pendente (cobrança contratual)',
    '19': 'Instrução de protesto recebida',
    '20': 'Sustação de protesto recebida',
    '21': 'Instrução de não protestar recebida',
    '23': 'Enviado a cartório',
    '24': 'Protesto rejeitado, sustado ou pendente',
    '25': 'Alegação do pagador',
    '26': 'Tarifa de aviso de cobrança',
    '27': 'Tarifa de extrato de posição',
    '28': 'Tarifa de relação das liquidações',
    '29': 'Tarifa de manutenção de títulos vencidos',
    '30': 'Débito mensal de tarifas',
    '33': 'Custas de protesto',
    '34': 'Custas de sustação',
    '35': 'Custas de cartório distribuidor',
    '36': 'Custas de edital',
    '37': 'Tarifa de emissão de boleto',
    '38': 'Tarifa de instrução',
    '39': 'Tarifa de ocorrências',
    '40': 'Tarifa mensal de emissão de boleto',
    '41': 'Débito mensal de tarifas: extrato de posição',
    '42': 'Débito mensal de tarifas: outras instruções',
    '43': 'Débito mensal de tarifas: títulos vencidos',
    '44': 'Débito mensal de tarifas: outras ocorrências',
    '45': 'Débito mensal de tarifas: protesto',
    '46': 'Débito mensal de tarifas: sustação de protesto',
    '48': 'Custas de sustação judicial',
    '51': 'Tarifa mensal de entradas em bancos correspondentes',
    '52': 'Tarifa mensal de baixas',
    '53': 'Tarifa mensal de baixas em bancos correspondentes',
    '54': 'Tarifa mensal de liquidações',
    '55': 'Tarifa mensal de liquidações em bancos correspondentes',
    '56': 'Custas de irregularidade',
    '57': 'Instrução cancelada',
    '61': 'Tarifa de aviso de movimentação',
    '62': 'Débito mensal de tarifa de aviso de movimentação',
    '63': 'Sustado judicialmente',
    '65': 'Pago com cheque, aguardando compensação',
    '69': 'Cheque devolvido',
    '71': 'Entrada registrada, aguardando avaliação',
    '74': 'Negativação rejeitada',
    '75': 'Instrução de negativação recebida',
    '77': 'Instrução de exclusão de negativação recebida',
    '78': 'Cancelamento de negativação recebido',
    '79': 'Negativação: informação',
    '80': 'Negativação confirmada',
    '81': 'Exclusão de negativação confirmada',
    '82': 'Cancelamento de negativação confirmado',
    '83': 'Negativação excluída por liquidação',
    '84': 'Tarifa mensal de negativação',
    '85': 'Tarifa de cobrança ativa eletrônica',
    '86': 'Tarifa de e-mail de cobrança',
    '87': 'Tarifa de SMS de cobrança',
    '88': 'Tarifa mensal de cobrança ativa eletrônica',
  },
};

/** Banco do Brasil, "Cobrança Integrada BB, arquivo-retorno CNAB 400" (CBR643), note 07. */
const BANCO_DO_BRASIL_400: Occurrences = {
  settled: {
    '05': 'Liquidado sem registro',
    '06': 'Liquidação normal',
    '07': 'Liquidação por conta ou parcial',
    '08': 'Liquidação por saldo',
    '15': 'Liquidação em cartório',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Comando recusado' },
  returned: { '09': 'Baixa de título', '10': 'Baixa solicitada' },
  other: {
    '11': 'Título em carteira (em ser)',
    '12': 'Abatimento concedido',
    '13': 'Abatimento cancelado',
    '14': 'Vencimento alterado',
    '16': 'Alteração de juros de mora confirmada',
    '19': 'Instrução de protesto recebida',
    '20': 'Débito em conta',
    '21': 'Nome do pagador alterado',
    '22': 'Endereço do pagador alterado',
    '23': 'Encaminhado a cartório',
    '24': 'Protesto sustado',
    '25': 'Juros de mora dispensados',
    '26': 'Número do documento alterado',
    '28': 'Manutenção de título vencido',
    '31': 'Desconto concedido',
    '32': 'Desconto não concedido',
    '33': 'Desconto retificado',
    '34': 'Data de desconto alterada',
    '35': 'Multa a cobrar',
    '36': 'Multa dispensada',
    '37': 'Indexador dispensado',
    '38': 'Prazo limite de recebimento dispensado',
    '39': 'Prazo limite de recebimento alterado',
    '41': 'Número de controle alterado',
    '42': 'Documento do pagador alterado',
    '44': 'Pago com cheque devolvido',
    '46': 'Pago com cheque, aguardando compensação',
    '72': 'Tipo de cobrança alterado',
    '73': 'Parâmetro de pagamento parcial confirmado',
    '96': 'Despesas de protesto',
    '97': 'Despesas de sustação de protesto',
    '98': 'Débito de custas antecipadas',
  },
};

/** Bradesco, "Layout de arquivos 400 posições" (4008-524-0121), page 45. */
const BRADESCO_400: Occurrences = {
  settled: {
    '06': 'Liquidação normal',
    '15': 'Liquidação em cartório',
    '17': 'Liquidação após baixa ou de título não registrado',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Entrada rejeitada', '24': 'Entrada rejeitada por CEP irregular' },
  returned: { '09': 'Baixado automaticamente via arquivo', '10': 'Baixado conforme instruções da agência' },
  other: {
    '11': 'Título em carteira (em ser)',
    '12': 'Abatimento concedido',
    '13': 'Abatimento cancelado',
    '14': 'Vencimento alterado',
    '16': 'Pago em cheque, vinculado',
    '18': 'Acerto de depositária',
    '19': 'Instrução de protesto recebida',
    '20': 'Sustação de protesto recebida',
    '21': 'Acerto do controle do participante',
    '22': 'Título com pagamento cancelado',
    '23': 'Entrada do título em cartório',
    '25': 'Instrução de protesto falimentar recebida',
    '27': 'Baixa rejeitada',
    '28': 'Débito de tarifas ou custas',
    '29': 'Ocorrência do pagador',
    '30': 'Alteração de outros dados rejeitada',
    '32': 'Instrução rejeitada',
    '33': 'Alteração de outros dados confirmada',
    '34': 'Retirado de cartório e mantido em carteira',
    '35': 'Débito automático desagendado',
    '40': 'Estorno de pagamento',
    '55': 'Sustado judicialmente',
    '68': 'Acerto dos dados do rateio de crédito',
    '69': 'Cancelamento dos dados do rateio de crédito',
    '73': 'Pedido de negativação recebido',
    '74': 'Pedido de exclusão de negativação recebido',
  },
};

/** Santander, "Layout CNAB 400" (H7800) v. 2.17, registro movimento. */
const SANTANDER_400: Occurrences = {
  settled: {
    '06': 'Liquidação',
    '07': 'Liquidação por conta',
    '08': 'Liquidação por saldo',
    '16': 'Título baixado ou liquidado',
    '17': 'Liquidado em cartório',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Entrada rejeitada' },
  returned: { '09': 'Baixa automática', '10': 'Baixado conforme instrução' },
  other: {
    '01': 'Título não existe',
    '11': 'Título em carteira (em ser)',
    '12': 'Abatimento concedido',
    '13': 'Abatimento cancelado',
    '14': 'Vencimento alterado',
    '15': 'Protesto confirmado',
    '21': 'Enviado a cartório',
    '22': 'Retirado do cartório',
    '24': 'Custas de cartório',
    '25': 'Protestar',
    '26': 'Sustar protesto',
    '35': 'DDA: reconhecido pelo pagador',
    '36': 'DDA: não reconhecido pelo pagador',
    '37': 'DDA: recusado pela CIP',
    '38': 'Não protestar',
    '39': 'Espécie de título não permite a instrução',
    '61': 'Alteração do valor do título confirmada',
    '62': 'Alteração do valor mínimo confirmada',
    '63': 'Alteração do valor máximo confirmada',
    '93': 'Baixa operacional enviada pela CIP',
    '94': 'Cancelamento da baixa operacional',
  },
};

/** Caixa, "Leiaute CNAB 400 SIGCB" (67.126 v015), NE033: codes of its own. */
const CAIXA_400: Occurrences = {
  settled: { '21': 'Liquidação', '22': 'Liquidação em cartório', '35': 'Liquidação on-line' },
  registered: { '01': 'Entrada confirmada' },
  rejected: { '99': 'Rejeição do título' },
  returned: { '02': 'Baixa manual confirmada', '23': 'Baixa por devolução', '25': 'Baixa por protesto' },
  other: {
    '03': 'Abatimento concedido',
    '04': 'Abatimento cancelado',
    '05': 'Vencimento alterado',
    '06': 'Uso da empresa alterado',
    '07': 'Prazo de protesto alterado',
    '08': 'Prazo de devolução alterado',
    '09': 'Alteração confirmada',
    '10': 'Alteração com reemissão de boleto confirmada',
    '11': 'Opção de protesto alterada para devolução',
    '12': 'Opção de devolução alterada para protesto',
    '20': 'Título em carteira (em ser)',
    '26': 'Enviado a cartório',
    '27': 'Protesto sustado',
    '28': 'Estorno de protesto',
    '29': 'Estorno de sustação de protesto',
    '30': 'Alteração de título',
    '31': 'Tarifa sobre título vencido',
    '32': 'Outras tarifas de alteração',
    '33': 'Estorno de baixa ou liquidação',
    '34': 'Tarifas diversas',
    '36': 'Estorno de liquidação on-line',
    '37': 'Transferência para a cobrança simples',
    '38': 'Transferência para a cobrança descontada',
    '51': 'DDA: reconhecido pelo pagador',
    '52': 'DDA: não reconhecido pelo pagador',
    '53': 'DDA: recusado',
    A4: 'Pagador DDA',
  },
};

/** Sicredi, "Manual CNAB 400", August 2019, 6.2. */
const SICREDI_400: Occurrences = {
  settled: {
    '06': 'Liquidação normal',
    '15': 'Liquidação em cartório',
    '17': 'Liquidação após baixa',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Entrada rejeitada', '24': 'Entrada rejeitada por CEP irregular' },
  returned: { '09': 'Baixado automaticamente via arquivo', '10': 'Baixado conforme instruções da cooperativa' },
  other: {
    '12': 'Abatimento concedido',
    '13': 'Abatimento cancelado',
    '14': 'Vencimento alterado',
    '19': 'Instrução de protesto recebida',
    '20': 'Sustação de protesto recebida',
    '23': 'Entrada do título em cartório',
    '27': 'Baixa rejeitada',
    '28': 'Tarifa',
    '29': 'Rejeição do pagador',
    '30': 'Alteração rejeitada',
    '32': 'Instrução rejeitada',
    '33': 'Alteração de outros dados confirmada',
    '34': 'Retirado de cartório e mantido em carteira',
    '35': 'Aceite do pagador',
    ...SICREDI_NEGATIVATION,
  },
};

/** Sicoob, "Layouts para troca de informações", February 2017, sheet 04, field 24. */
const SICOOB_400: Occurrences = {
  settled: {
    '05': 'Liquidação sem registro',
    '06': 'Liquidação normal',
    '15': 'Liquidação em cartório',
  },
  registered: { '02': 'Entrada confirmada' },
  rejected: { '03': 'Entrada rejeitada' },
  returned: { '09': 'Baixa de título', '10': 'Baixa solicitada' },
  other: {
    '04': 'Transferência de carteira: entrada',
    '11': 'Título em carteira (em ser)',
    '14': 'Vencimento alterado',
    '23': 'Encaminhado a protesto',
    '27': 'Alteração de dados confirmada',
    '48': 'Transferência de carteira confirmada',
  },
};

/** Inter, "Manual CNAB400" v1.1, 5.2. */
const INTER_400: Occurrences = {
  settled: { '06': 'Pago' },
  registered: { '02': 'Em aberto' },
  rejected: { '03': 'Erro' },
  returned: { '07': 'Baixado' },
  other: {},
};

/** CNAB 240: banks not listed use FEBRABAN's codes. */
const OF_240: Readonly<Record<string, Occurrences>> = {
  '033': SANTANDER_240,
  '104': CAIXA_240,
  '341': ITAU,
  '748': SICREDI_240,
};

const OF_400: Readonly<Record<string, Occurrences>> = {
  '001': BANCO_DO_BRASIL_400,
  '033': SANTANDER_400,
  '077': INTER_400,
  '104': CAIXA_400,
  '237': BRADESCO_400,
  '341': ITAU,
  '748': SICREDI_400,
  '756': SICOOB_400,
};

export function occurrencesOf(bank: string, layout: 'CNAB240' | 'CNAB400'): Occurrences {
  return (layout === 'CNAB240' ? OF_240[bank] : OF_400[bank]) ?? FEBRABAN;
}

const KINDS = ['settled', 'registered', 'rejected', 'returned', 'other'] as const;

/** Undocumented codes are shown by their number. */
export function occurrence(occurrences: Occurrences, code: string): Pick<Occurrence, 'code' | 'kind' | 'words'> {
  const kind = KINDS.find((name) => occurrences[name][code] !== undefined) ?? 'other';
  const words = occurrences[kind][code] ?? `Ocorrência ${code}`;
  return { code, kind: kind.toUpperCase() as Uppercase<typeof kind>, words };
}
