import { NFSE_NAMESPACE } from '@morada/domain/nfse/dps';
import type { NfseNote, NfseParty } from '@morada/domain/nfse/note';
import type { XmlNode } from 'libxml2-wasm';
import { withXml } from './schema.ts';

const NAMES = { n: NFSE_NAMESPACE };

/** The note of an NFS-e; undefined where the document is none. @throws XmlError where the text is no XML. */
export function readNote(xml: string): NfseNote | undefined {
  return withXml(xml, ({ root }) => {
    const note = root.get('/n:NFSe/n:infNFSe', NAMES);
    const dps = root.get('/n:NFSe/n:infNFSe/n:DPS/n:infDPS', NAMES);
    return note && dps ? noteOf(reader(note), reader(dps)) : undefined;
  });
}

type Reader = ReturnType<typeof reader>;

const inNamespace = (path: string) => path.replace(/(^|\/)(?=[A-Za-z])/g, '$1n:');

/** Texts below an element, by their path. */
function reader(node: XmlNode) {
  const find = (path: string) => node.get(inNamespace(path), NAMES)?.content.trim() || null;
  const hundredths = (path: string) => {
    const text = find(path);
    return text === null || !/^\d{1,13}(\.\d{1,2})?$/.test(text) ? null : Math.round(Number(text) * 100);
  };
  return {
    find,
    hundredths,
    attribute: (name: string) => node.get(`@${name}`)?.content ?? '',
    /** Empty, or zero, where there is none. */
    text: (path: string) => find(path) ?? '',
    amount: (path: string) => hundredths(path) ?? 0,
  };
}

function noteOf(note: Reader, dps: Reader): NfseNote {
  const { find, text } = note;
  const { amount, hundredths } = dps;
  const federal = 'valores/trib/tribFed';
  return {
    key: note.attribute('Id').replace(/^NFS/, ''),
    number: Number(text('nNFSe')),
    environment: dps.text('tpAmb') === '1' ? 'PRODUCTION' : 'RESTRICTED',
    status: text('cStat'),
    processed_at: text('dhProc'),
    dps: {
      ...{ series: dps.text('serie'), number: dps.text('nDPS') },
      ...{ issued_at: dps.text('dhEmi'), competence: dps.text('dCompet') },
    },
    city: text('xLocEmi'),
    incidence: find('xLocIncid'),
    issuer: {
      ...partyOf(note, 'emit', 'emit/enderNac'),
      ...{ city_code: find('emit/enderNac/cMun'), state: find('emit/enderNac/UF'), cep: find('emit/enderNac/CEP') },
    },
    regime: {
      simples: dps.text('prest/regTrib/opSimpNac'),
      assessment: dps.find('prest/regTrib/regApTribSN'),
      special: dps.text('prest/regTrib/regEspTrib'),
    },
    taker: dps.find('toma') === null ? null : partyOf(dps, 'toma', 'toma/end'),
    service: {
      code: dps.text('serv/cServ/cTribNac'),
      municipal_code: dps.find('serv/cServ/cTribMun'),
      nbs: dps.find('serv/cServ/cNBS'),
      words: text('xTribNac'),
      description: dps.text('serv/cServ/xDescServ'),
      place: text('xLocPrestacao'),
      reference: dps.find('serv/cServ/cIntContrib'),
      notes: dps.find('serv/infoCompl/xInfComp'),
    },
    amounts: {
      service: amount('valores/vServPrest/vServ'),
      discount: amount('valores/vDescCondIncond/vDescIncond'),
      iss: {
        kind: dps.text('valores/trib/tribMun/tribISSQN'),
        withheld: dps.text('valores/trib/tribMun/tpRetISSQN'),
        base: note.hundredths('valores/vBC'),
        rate: note.hundredths('valores/pAliqAplic'),
        amount: note.hundredths('valores/vISSQN'),
      },
      federal: {
        pis: amount(`${federal}/piscofins/vPis`),
        cofins: amount(`${federal}/piscofins/vCofins`),
        income_tax: amount(`${federal}/vRetIRRF`),
        csll: amount(`${federal}/vRetCSLL`),
        social_security: amount(`${federal}/vRetCP`),
      },
      withheld: note.amount('valores/vTotalRet'),
      net: note.amount('valores/vLiq'),
      simples_rate: hundredths('valores/trib/totTrib/pTotTribSN'),
    },
    ibs_cbs: note.find('IBSCBS') === null ? null : taxesOf(note, dps),
  };
}

function partyOf({ find, text }: Reader, party: string, place: string): NfseParty {
  return {
    document: find(`${party}/CNPJ`) ?? text(`${party}/CPF`),
    municipal_registration: find(`${party}/IM`),
    name: text(`${party}/xNome`),
    phone: find(`${party}/fone`),
    email: find(`${party}/email`),
    street: find(`${place}/xLgr`),
    number: find(`${place}/nro`),
    complement: find(`${place}/xCpl`),
    neighborhood: find(`${place}/xBairro`),
    city_code: find(`${place}/endNac/cMun`),
    state: null,
    cep: find(`${place}/endNac/CEP`),
  };
}

function taxesOf({ text, amount, hundredths }: Reader, dps: Reader): NonNullable<NfseNote['ibs_cbs']> {
  const group = 'IBSCBS/valores/trib/gIBSCBS';
  const unit = dps.find('IBSCBS/imovel/gUnidImob') === null ? 'IBSCBS/imovel' : 'IBSCBS/imovel/gUnidImob';
  const lease = dps.hundredths('IBSCBS/imovel/gLocacao/pCopropriedade');
  const tax = (names: { rate: string; reduction: string; effective: string; amount: string }) => ({
    rate: amount(`IBSCBS/valores/${names.rate}`),
    reduction: hundredths(`IBSCBS/valores/${names.reduction}`),
    effective: amount(`IBSCBS/valores/${names.effective}`),
    amount: amount(`IBSCBS/totCIBS/${names.amount}`),
  });
  return {
    operation: dps.text('IBSCBS/cIndOp'),
    cst: dps.text(`${group}/CST`),
    class_code: dps.text(`${group}/cClassTrib`),
    city: text('IBSCBS/xLocalidadeIncid'),
    cib: dps.find(`${unit}/cCIB`),
    property_registration: dps.find(`${unit}/inscImobFisc`),
    lease: lease === null ? null : { share: lease, total: dps.amount('IBSCBS/imovel/gLocacao/vTotOper') },
    base: amount('IBSCBS/valores/vBC'),
    ibs_state: tax({
      ...{ rate: 'uf/pIBSUF', reduction: 'uf/pRedAliqUF', effective: 'uf/pAliqEfetUF' },
      amount: 'gIBS/gIBSUFTot/vIBSUF',
    }),
    ibs_municipal: tax({
      ...{ rate: 'mun/pIBSMun', reduction: 'mun/pRedAliqMun', effective: 'mun/pAliqEfetMun' },
      amount: 'gIBS/gIBSMunTot/vIBSMun',
    }),
    cbs: tax({
      ...{ rate: 'fed/pCBS', reduction: 'fed/pRedAliqCBS', effective: 'fed/pAliqEfetCBS' },
      amount: 'gCBS/vCBS',
    }),
    ibs: amount('IBSCBS/totCIBS/gIBS/vIBSTot'),
    total: amount('IBSCBS/totCIBS/vTotNF'),
  };
}
