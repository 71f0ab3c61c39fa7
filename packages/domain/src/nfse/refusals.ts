/** Whose record mends a refusal. NOTE: the note itself; SERVICE: nobody, the national system is asked again. */
export type RefusalParty = 'ISSUER' | 'CERTIFICATE' | 'TAKER' | 'PROPERTY' | 'NOTE' | 'SERVICE';

type Place = 'REGISTER' | 'ADDRESS' | 'TAXES';

type Rule = { sentence: string; field: string | null; party: RefusalParty; place: Place };

/** A note that the national system refused: what it said, in a sentence for staff, and what mends it. */
export type NfseRefusal = {
  /** Of the national system, `E0014`; `XSD` where our own check found it before anything was sent. */
  code: string;
  sentence: string;
  /** Path of the element below `infDPS`; null: the whole document. */
  field: string | null;
  party: RefusalParty;
  place: Place;
};

const rule = (party: RefusalParty, place: Place, field: string | null, sentence: string): Rule => ({
  ...{ party, place, field, sentence },
});

// biome-ignore format: a table of refusals reads best with a line each
const RULES = {
  E0004: rule('NOTE', 'REGISTER', '@Id', 'O identificador da nota não confere com emitente, série e número'),
  E0006: rule('ISSUER', 'TAXES', 'tpAmb', 'A nota foi enviada ao ambiente errado: confira se é produção ou produção restrita'),
  E0008: rule('SERVICE', 'REGISTER', 'dhEmi', 'A hora de emissão está adiantada em relação ao sistema nacional'),
  E0010: rule('ISSUER', 'TAXES', 'serie', 'A série está fora da faixa dos programas próprios, de 1 a 49999'),
  E0014: rule('ISSUER', 'TAXES', 'nDPS', 'Já existe outra nota deste emitente com a mesma série e o mesmo número: use uma série só para a Morada'),
  E0015: rule('NOTE', 'REGISTER', 'dCompet', 'A competência é posterior à data de emissão'),
  E0016: rule('NOTE', 'REGISTER', 'dCompet', 'A competência é anterior ao convênio do município com o sistema nacional'),
  E0018: rule('NOTE', 'REGISTER', 'dCompet', 'A competência é anterior à inscrição do CNPJ do emitente'),
  E0080: rule('ISSUER', 'REGISTER', 'prest/CNPJ', 'O CNPJ do emitente não é válido'),
  E0116: rule('ISSUER', 'TAXES', 'prest/IM', 'O município exige a inscrição municipal do emitente'),
  E0121: rule('SERVICE', 'REGISTER', 'prest/xNome', 'O nome do emitente não vai na nota: o sistema nacional já o conhece'),
  E0128: rule('SERVICE', 'REGISTER', 'prest/end', 'O endereço do emitente não vai na nota: o sistema nacional já o conhece'),
  E0188: rule('TAKER', 'REGISTER', 'toma/CNPJ', 'O CNPJ do tomador não é válido'),
  E0190: rule('TAKER', 'REGISTER', 'toma/CNPJ', 'O CNPJ do tomador não está ativo na Receita'),
  E0206: rule('TAKER', 'REGISTER', 'toma/CPF', 'O CPF do tomador não é válido'),
  E0207: rule('TAKER', 'REGISTER', 'toma/CPF', 'A Receita não conhece o CPF do tomador'),
  E0235: rule('TAKER', 'ADDRESS', 'toma/end', 'O tomador é uma empresa, e a nota pede o endereço dela'),
  E0240: rule('TAKER', 'ADDRESS', 'toma/end/endNac/CEP', 'O CEP do tomador não é do município informado'),
  E0247: rule('TAKER', 'REGISTER', 'toma/email', 'O e-mail do tomador não é válido'),
  E0310: rule('ISSUER', 'TAXES', 'serv/cServ/cTribNac', 'O município não administra este código de serviço no sistema nacional'),
  E0316: rule('ISSUER', 'TAXES', 'serv/cServ/cNBS', 'O sistema nacional não conhece o código NBS'),
  E0580: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/tpRetISSQN', 'O ISS não pode ser retido onde ele não incide'),
  E0583: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/tpRetISSQN', 'O ISS de um MEI não pode ser retido'),
  E0617: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/pAliq', 'A alíquota do ISS não vai na nota: o município a informa ao sistema nacional'),
  E0619: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/pAliq', 'Falta a alíquota do ISS, que o município não informa ao sistema nacional'),
  E0621: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/pAliq', 'Falta a alíquota do ISS, que o Simples informa quando há retenção'),
  E0625: rule('ISSUER', 'TAXES', 'valores/trib/tribMun/pAliq', 'A alíquota do ISS do Simples só vai na nota quando há retenção'),
  E0675: rule('ISSUER', 'TAXES', 'valores/trib/tribFed', 'Quem emite com CPF não informa tributos federais'),
  E0678: rule('ISSUER', 'TAXES', 'valores/trib/tribFed/piscofins', 'Os valores de PIS e COFINS não conferem entre si'),
  E0712: rule('ISSUER', 'TAXES', 'valores/trib/totTrib/pTotTribSN', 'Quem é do Simples informa o percentual aproximado dos tributos'),
  E0714: rule('CERTIFICATE', 'TAXES', 'Signature', 'A assinatura da nota não confere'),
  E0715: rule('CERTIFICATE', 'TAXES', 'Signature', 'O certificado da assinatura não é válido'),
  E0716: rule('CERTIFICATE', 'TAXES', 'Signature', 'O certificado da assinatura venceu'),
  E0717: rule('CERTIFICATE', 'TAXES', 'Signature', 'O certificado da assinatura foi revogado'),
  E0718: rule('CERTIFICATE', 'TAXES', 'Signature', 'O certificado da assinatura não é do emitente da nota'),
  E1235: rule('NOTE', 'REGISTER', null, 'O sistema nacional não entendeu o formato da nota'),
  XSD: rule('NOTE', 'REGISTER', null, 'A nota não tem o formato que o sistema nacional pede'),
} as const satisfies Record<string, Rule>;

/** PIS and COFINS have a code for each figure. */
const familyOf = (code: string): string => (/^E06(7[89]|8\d|9[0-8])$/.test(code) ? 'E0678' : code);

const isKnown = (code: string): code is keyof typeof RULES => Object.hasOwn(RULES, code);

/**
 * A refusal by its code, in Portuguese.
 * @param said the national system's own words: added where a code names no single cause, shown alone where it is unknown.
 */
export function refusalOf(code: string, said: string): NfseRefusal {
  const family = familyOf(code);
  if (!isKnown(family)) {
    const sentence = said === '' ? `O sistema nacional recusou a nota (${code})` : said;
    return { code, sentence, field: null, party: 'NOTE', place: 'REGISTER' };
  }
  const { sentence, ...known } = RULES[family];
  const adds = said !== '' && (known.field === null || family !== code);
  return { code, sentence: adds ? `${sentence}: ${said}` : sentence, ...known };
}

/** What our own check of the form found, by the path of the element below `infDPS`. */
export function schemaRefusal(field: string): NfseRefusal {
  const sentence = `${RULES.XSD.sentence}: confira ${field}`;
  return { code: 'XSD', sentence, field, ...partyOf(field) };
}

function partyOf(field: string): Pick<NfseRefusal, 'party' | 'place'> {
  if (field.startsWith('toma')) return { party: 'TAKER', place: field.includes('/end') ? 'ADDRESS' : 'REGISTER' };
  if (field.startsWith('prest')) return { party: 'ISSUER', place: 'TAXES' };
  if (field.startsWith('IBSCBS/imovel')) return { party: 'PROPERTY', place: 'TAXES' };
  return { party: 'NOTE', place: 'REGISTER' };
}

/** Records of a note. The issuer is null where it is the agency. */
export type RefusalRecords = { note: number; issuer: number | null; taker: number; property: number | null };

const CLIENT_TABS = { REGISTER: '', ADDRESS: '?tab=endereco', TAXES: '?tab=impostos' } as const;

/** Path of the staff app that mends a refusal; null: nothing there does, and the note is tried again. */
export function refusalPath({ party, place }: Pick<NfseRefusal, 'party' | 'place'>, records: RefusalRecords) {
  const client = (id: number) => `/clients/info/${id}${CLIENT_TABS[place]}`;
  switch (party) {
    case 'CERTIFICATE':
    case 'ISSUER':
      return records.issuer === null ? '/settings/agency' : client(records.issuer);
    case 'TAKER':
      return client(records.taker);
    case 'PROPERTY':
      return records.property === null ? null : `/properties/info/${records.property}?tab=fiscal`;
    case 'NOTE':
    case 'SERVICE':
      return null;
  }
}
