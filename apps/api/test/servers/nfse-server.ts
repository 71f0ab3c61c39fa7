import { createPrivateKey, randomInt, X509Certificate } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isCnpj, isCpf } from '@morada/domain/base/documents';
import { decimal } from '@morada/domain/nfse/dps';
import { LAYOUTS, type Layout } from '@morada/domain/nfse/layout';
import { element, written } from '@morada/domain/nfse/xml';
import type { XmlDocument, XmlNode } from 'libxml2-wasm';
import type { NationalSettings, Signer } from '#api/outside/nfse/national.ts';
import { schemaFaults, withXml } from '#api/outside/nfse/schema.ts';
import { signedBy } from '#api/outside/nfse/signature.ts';
import { type Certificate, issueCertificate } from '../signing/certificate.ts';
import { type Answer, type BankErrors, CERTIFICATE_LIFE, type Route, startBankHost } from './bank/bank-host.ts';
import { amountAt, enveloped, nodeAt, textAt } from './nfse-xml.ts';

/** A municipality as the national system knows it. */
type City = {
  name: string;
  state: string;
  /** First and last CEP. */
  ceps: [string, string];
  /** Whether it is active: then it tells its rate of ISS, in hundredths of a percent. */
  rate: number | null;
  services: string[];
  since: string;
  /** Whether it asks for the municipal registration. */
  registration: boolean;
  /** Days in which an issuer may cancel by himself. */
  term: number;
};

const CITIES: Record<string, City> = {
  '3136702': {
    ...{ name: 'Juiz de Fora', state: 'MG', ceps: ['36000000', '36119999'], rate: 500, services: ['171201', '100501'] },
    ...{ since: '2023-01-01', registration: false, term: 90 },
  },
  '4106902': {
    ...{ name: 'Curitiba', state: 'PR', ceps: ['80000000', '82999999'], rate: null, services: ['171201', '100501'] },
    ...{ since: '2023-01-01', registration: true, term: 90 },
  },
};

/** Rates in hundredths of a percent by year; leases and administration have their reductions. */
const RATES: Record<string, { state: number; city: number; cbs: number }> = {
  2026: { state: 10, city: 0, cbs: 90 },
  2027: { state: 5, city: 5, cbs: 840 },
};
const REDUCTIONS: Record<string, number> = { 200027: 70, 200046: 50, '000001': 0, 221001: 0 };
const NBS = ['110011100', '110011290', '110012100', '110021000', '110022000'];
/** Services of code 99 are everybody's, whatever the municipality. */
const LEASE = '990301';

type Note = {
  id: string;
  key: string;
  number: number;
  xml: string;
  issuer: string;
  at: Date;
  /** `kind` of the event, where it follows from nothing else. */
  cancelled: { xml: string; replaced_by: string | null; kind?: string } | null;
};

class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly { code: string; words: string }[];
  constructor(status: number, errors: readonly { code: string; words: string }[]) {
    super(errors.map(({ code }) => code).join(' '));
    this.status = status;
    this.errors = errors;
  }
}

type ServerOptions = {
  now?: () => Date;
  /** Layouts that it reads. */
  layouts?: readonly Layout[];
  file?: string;
  port?: number;
};

/**
 * The national system of service notes on this machine, in the shape of its public description: mutual TLS, DPS checked by
 * schema, rules and signature, notes signed and numbered, events. Its methods are the acts of the tax authority.
 */
export async function startNfse({ now = () => new Date(), file, port, layouts = LAYOUTS }: ServerOptions = {}) {
  const notes = new Map<string, Note>();
  const byDps = new Map<string, string>();
  const signers = new Map<string, Certificate>();
  const counts = new Map<string, number>();
  const service = {
    layouts: new Set(layouts),
    /** `tpAmb`: restricted production, or production. */
    environment: '2' as '1' | '2',
    cities: structuredClone(CITIES),
    /** CNPJ that are not active, CPF that the Receita does not know, certificates that were revoked. */
    inactive: new Set<string>(),
    unknown: new Set<string>(),
    revoked: new Set<string>(),
    /** Calls that made a second note of a DPS: none, while the client asks before it sends again. */
    twice: 0,
  };

  const errors: BankErrors = {
    type: 'application/json',
    answered(act) {
      try {
        return act();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        const told = error.errors.map(({ code, words }) => ({ codigo: code, descricao: words }));
        return { status: error.status, body: { ...stamp(), erros: told } };
      }
    },
    unauthorized: () => new Refusal(403, [{ code: 'E0715', words: 'Certificado de transmissão inválido' }]),
    forbidden: () => new Refusal(403, [{ code: 'E0715', words: 'Certificado de transmissão inválido' }]),
    missing: () => new Refusal(404, [{ code: 'E2220', words: 'Documento não encontrado' }]),
    invalidJson: () => new Refusal(400, [{ code: 'E1229', words: 'JSON inválido' }]),
    failure: (status) => new Refusal(status, [{ code: `E${status}`, words: 'Falha durante o processamento' }]),
  };
  const stamp = () => ({
    ...{ tipoAmbiente: 2, versaoAplicativo: 'SefinTeste_1.0' },
    dataHoraProcessamento: now().toISOString(),
  });

  const routes: Route[] = [
    ['POST', /^\/nfse$/, '', ({ body }) => issue(body)],
    ['GET', /^\/nfse\/(\d{50})$/, '', ({ words }) => noteAnswer(noteOf(words[0]), 200)],
    ['HEAD', /^\/dps\/([^/]+)$/, '', ({ words }) => ({ status: byDps.has(words[0] ?? '') ? 200 : 404 })],
    ['GET', /^\/dps\/([^/]+)$/, '', ({ words }) => dpsAnswer(words[0])],
    ['POST', /^\/nfse\/(\d{50})\/eventos$/, '', ({ words, body }) => register(noteOf(words[0]), body)],
    [
      ...(['GET', /^\/nfse\/(\d{50})\/eventos\/(\d{6})\/1$/, ''] as const),
      ({ words }) => eventAnswer(noteOf(words[0]), 200, words[1]),
    ],
  ];
  const host = await startBankHost({
    ...{ base: '/SefinNacional', maxVersion: 'TLSv1.2', now, routes, errors },
    ...(file !== undefined && { file }),
    ...(port !== undefined && { port }),
  });
  const own = issueCertificate(host.authority, { ...CERTIFICATE_LIFE, name: 'SEFIN NACIONAL', rsa: true });

  return {
    ...host,
    notes,
    service,
    /** Certificate of a taxpayer, in PEM, as ICP-Brasil names its holder. */
    certificateOf,
    signerOf,
    cancelElsewhere,
    settings: { environment: 'RESTRICTED', address: host.url, hash: 'SHA1', authority: host.ca } as NationalSettings,
  };

  /** The issuer cancels a note in the government's portal, or the municipality does. */
  function cancelElsewhere(key: string, kind = '101101'): void {
    const note = noteOf(key);
    note.cancelled = { xml: eventOf(note, replacement(note, key)), replaced_by: null, kind };
  }

  function certificateOf(document: string, life = CERTIFICATE_LIFE): Certificate {
    const name = `EMPRESA DE TESTE:${document}`;
    const known = life === CERTIFICATE_LIFE ? signers.get(document) : undefined;
    const made = known ?? issueCertificate(host.authority, { ...life, name, rsa: true });
    if (life === CERTIFICATE_LIFE) signers.set(document, made);
    return made;
  }

  function signerOf(document: string, life = CERTIFICATE_LIFE): Signer {
    const { cert, key } = certificateOf(document, life);
    return { privateKey: createPrivateKey(key), certificate: new X509Certificate(cert), chain: [] };
  }

  function noteOf(key = ''): Note {
    const note = notes.get(key);
    if (!note) throw errors.missing();
    return note;
  }

  function dpsAnswer(id = ''): Answer {
    const key = byDps.get(id);
    if (!/^DPS[0-9]{8}[0-9A-Z]{14}[0-9]{20}$/.test(id))
      throw new Refusal(400, [{ code: 'E2214', words: 'Id inválido' }]);
    if (key === undefined) throw errors.missing();
    return { status: 200, body: { ...stamp(), idDps: id, chaveAcesso: key } };
  }

  function noteAnswer({ id, key, xml }: Note, status: number): Answer {
    const body = { ...stamp(), idDps: id, chaveAcesso: key, nfseXmlGZipB64: gzipSync(xml).toString('base64') };
    return { status, body };
  }

  function eventAnswer({ cancelled }: Note, status: number, kind = '101101'): Answer {
    const happened = cancelled && (cancelled.kind ?? (cancelled.replaced_by === null ? '101101' : '105102'));
    if (!cancelled || happened !== kind) throw errors.missing();
    return { status, body: { ...stamp(), eventoXmlGZipB64: gzipSync(cancelled.xml).toString('base64') } };
  }

  function issue(body: unknown): Answer {
    const xml = unpacked(body, 'dpsXmlGZipB64');
    const version = /<DPS[^>]* versao="([^"]*)"/.exec(xml)?.[1] as Layout;
    const faults = service.layouts.has(version) ? schemaFaults(xml, 'DPS', version) : [`versao ${version}`];
    if (faults.length > 0)
      throw new Refusal(400, [{ code: 'E1235', words: `Falha no esquema XML: ${faults.join(', ')}` }]);
    return withXml(xml, (document) => {
      const dps = nodeAt(document.root, 'infDPS') as XmlNode;
      const found = [...dpsErrors(dps), ...signatureErrors(document, dps)];
      if (found.length > 0) throw new Refusal(400, found);
      return noteAnswer(made(dps, xml, version), 201);
    });
  }

  function signatureErrors(document: XmlDocument, dps: XmlNode) {
    const certificate = signedBy(document, dps);
    if (typeof certificate === 'string') return [error('E0714', 'Assinatura inválida')];
    if (certificate.validToDate <= now()) return [error('E0716', 'Certificado vencido')];
    if (service.revoked.has(certificate.serialNumber)) return [error('E0717', 'Certificado revogado')];
    const holder = /CN=[^\n]*:(\w+)/.exec(certificate.subject)?.[1] ?? '';
    return holder.slice(0, 8) === issuerOf(dps).slice(0, 8) ? [] : [error('E0718', 'Certificado de outro emitente')];
  }

  function* dpsErrors(dps: XmlNode): Generator<{ code: string; words: string }> {
    const at = (path: string) => textAt(dps, path);
    const amount = (path: string) => amountAt(dps, path);
    const issuer = issuerOf(dps);
    const city = service.cities[at('cLocEmi') ?? ''];
    const kind = at('prest/CNPJ') ? '2' : '1';
    const numbers = (at('serie') ?? '').padStart(5, '0') + (at('nDPS') ?? '').padStart(15, '0');
    const id = `DPS${at('cLocEmi')}${kind}${issuer.padStart(14, '0')}${numbers}`;
    const issued = new Date(at('dhEmi') ?? '');
    const competence = at('dCompet') ?? '';
    if (dps.get('@Id')?.content !== id) yield error('E0004', 'Id difere da concatenação dos campos');
    if (at('tpAmb') !== service.environment) yield error('E0006', 'Ambiente diferente');
    if (issued > now()) yield error('E0008', 'Data de emissão posterior ao processamento');
    if (Number(at('serie')) > 49_999) yield error('E0010', 'Série fora da faixa');
    if (byDps.has(id)) yield error('E0014', 'Conjunto de série, número, município e emitente já existe');
    if (competence > (at('dhEmi') ?? '').slice(0, 10)) yield error('E0015', 'Competência posterior à emissão');
    if (!city || competence < city.since) yield error('E0016', 'Competência anterior ao convênio');
    if (at('prest/CNPJ') && !isCnpj(issuer)) yield error('E0080', 'CNPJ do prestador inválido');
    if (city?.registration && !at('prest/IM')) yield error('E0116', 'Inscrição municipal obrigatória');
    if (at('prest/xNome')) yield error('E0121', 'Nome do prestador não deve ser informado');
    if (nodeAt(dps, 'prest/end')) yield error('E0128', 'Endereço do prestador não deve ser informado');
    yield* takerErrors(dps);
    const code = at('serv/cServ/cTribNac') ?? '';
    if (!code.startsWith('99') && !city?.services.includes(code)) yield error('E0310', 'Serviço não administrado');
    const nbs = at('serv/cServ/cNBS');
    if (nbs && !NBS.includes(nbs)) yield error('E0316', 'NBS não existe');
    yield* issErrors(dps, city);
    if (kind === '1' && nodeAt(dps, 'valores/trib/tribFed')) yield error('E0675', 'Grupo federal de emitente CPF');
    const tax = 'valores/trib/tribFed/piscofins';
    const worked = (rate: string) => Math.round((amount(`${tax}/vBCPisCofins`) * amount(`${tax}/${rate}`)) / 10_000);
    if (Math.abs(worked('pAliqPis') - amount(`${tax}/vPis`)) > 1) yield error('E0690', 'Valor do PIS difere da base');
    if (Math.abs(worked('pAliqCofins') - amount(`${tax}/vCofins`)) > 1) yield error('E0694', 'Valor da COFINS difere');
    if (at('prest/regTrib/opSimpNac') === '3' && !at('valores/trib/totTrib/pTotTribSN'))
      yield error('E0712', 'Optante do Simples deve informar pTotTribSN');
    const replaced = at('subst/chSubstda');
    if (replaced && (notes.get(replaced)?.issuer !== issuer || notes.get(replaced)?.cancelled))
      yield error('E0042', 'Nota substituída não existe ou está cancelada');
    const lease = 'IBSCBS/imovel/gLocacao';
    const part = Math.round((amount(`${lease}/pCopropriedade`) * amount(`${lease}/vTotOper`)) / 10_000);
    if (nodeAt(dps, lease) && part !== amount('valores/vServPrest/vServ'))
      yield error('E9303', 'vServ difere de pCopropriedade x vTotOper');
  }

  function* takerErrors(dps: XmlNode) {
    const at = (path: string) => textAt(dps, `toma/${path}`);
    const [cnpj, cpf, email] = [at('CNPJ'), at('CPF'), at('email')];
    if (cnpj !== undefined && !isCnpj(cnpj)) yield error('E0188', 'CNPJ do tomador inválido');
    if (cnpj !== undefined && service.inactive.has(cnpj)) yield error('E0190', 'CNPJ do tomador inativo');
    if (cpf !== undefined && !isCpf(cpf)) yield error('E0206', 'CPF do tomador inválido');
    if (cpf !== undefined && service.unknown.has(cpf)) yield error('E0207', 'CPF do tomador não encontrado');
    if (cnpj !== undefined && !nodeAt(dps, 'toma/end')) yield error('E0235', 'Endereço do tomador obrigatório');
    const [first, last] = service.cities[at('end/endNac/cMun') ?? '']?.ceps ?? ['', '99999999'];
    const cep = at('end/endNac/CEP');
    if (cep !== undefined && (cep < first || cep > last)) yield error('E0240', 'CEP não é do município');
    if (email !== undefined && !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) yield error('E0247', 'E-mail inválido');
  }

  function* issErrors(dps: XmlNode, city: City | undefined) {
    const at = (path: string) => textAt(dps, path);
    const iss = 'valores/trib/tribMun';
    const isTaxed = at(`${iss}/tribISSQN`) === '1';
    const isWithheld = at(`${iss}/tpRetISSQN`) !== '1';
    const regime = at('prest/regTrib/opSimpNac');
    const rate = at(`${iss}/pAliq`);
    if (!isTaxed && isWithheld) yield error('E0580', 'Retenção de ISSQN sem incidência');
    if (regime === '2' && isWithheld) yield error('E0583', 'Retenção de ISSQN de MEI');
    if (!isTaxed || regime === '2') return;
    if (regime === '3') {
      if (isWithheld && !rate) yield error('E0621', 'Alíquota obrigatória no Simples com retenção');
      if (!isWithheld && rate) yield error('E0625', 'Alíquota não permitida no Simples sem retenção');
    } else if (city?.rate != null && rate) yield error('E0617', 'Alíquota não deve ser informada');
    else if (city?.rate == null && !rate) yield error('E0619', 'Alíquota obrigatória');
  }

  function made(dps: XmlNode, sent: string, version: Layout): Note {
    const at = (path: string) => textAt(dps, path) ?? '';
    const id = dps.get('@Id')?.content ?? '';
    const issuer = issuerOf(dps);
    const number = (counts.get(issuer) ?? 0) + 1;
    counts.set(issuer, number);
    const time = now();
    const kind = nodeAt(dps, 'prest/CNPJ') ? '2' : '1';
    const when = at('dhEmi').slice(2, 4) + at('dhEmi').slice(5, 7);
    const random = String(randomInt(1_000_000_000)).padStart(9, '0');
    const body = `${at('cLocEmi')}2${kind}${issuer.padStart(14, '0')}${String(number).padStart(13, '0')}${when}${random}`;
    const key = body + checkDigit(body);
    const replaced = textAt(dps, 'subst/chSubstda');
    const parts = { dps, version, number, key, time, status: replaced ? '101' : '100' };
    const xml = enveloped('NFSe', { name: 'infNFSe', id: `NFS${key}`, inner: innerOf(parts, sent) }, version, own);
    const faults = schemaFaults(xml, 'NFSe', version);
    if (faults.length > 0) throw new Error(`The server's own note has not its form: ${faults.join(', ')}`);
    const note: Note = { id, key, number, xml, issuer, at: time, cancelled: null };
    if (byDps.has(id)) service.twice += 1;
    notes.set(key, note);
    byDps.set(id, key);
    const before = replaced === undefined ? undefined : notes.get(replaced);
    if (before) before.cancelled = { xml: eventOf(before, replacement(before, key)), replaced_by: key };
    return note;
  }

  type Parts = { dps: XmlNode; version: Layout; number: number; key: string; time: Date; status: string };

  function innerOf({ dps, number, time, status }: Parts, sent: string): string {
    const at = (path: string) => textAt(dps, path) ?? '';
    const amount = (path: string) => amountAt(dps, path);
    const city = service.cities[at('cLocEmi')] as City;
    const place = service.cities[at('serv/locPrest/cLocPrestacao')]?.name ?? 'Outro município';
    const code = at('serv/cServ/cTribNac');
    const serviceAmount = amount('valores/vServPrest/vServ');
    const discount = amount('valores/vDescCondIncond/vDescIncond');
    const isTaxed = at('valores/trib/tribMun/tribISSQN') === '1';
    const isWithheld = at('valores/trib/tribMun/tpRetISSQN') !== '1';
    const inSimples = at('prest/regTrib/opSimpNac') !== '1';
    const base = serviceAmount - discount;
    const rate = nodeAt(dps, 'valores/trib/tribMun/pAliq')
      ? amount('valores/trib/tribMun/pAliq')
      : inSimples
        ? null
        : city.rate;
    const iss = isTaxed && rate !== null ? Math.round((base * rate) / 10_000) : 0;
    const federal = ['vRetCP', 'vRetIRRF', 'vRetCSLL'].map((name) => amount(`valores/trib/tribFed/${name}`));
    const withheld = federal.reduce((total, one) => total + one, 0) + (isWithheld ? iss : 0);
    const net = base - withheld;
    const incidence = isTaxed ? [element('cLocIncid', at('cLocEmi')), element('xLocIncid', city.name)] : [];
    const document = nodeAt(dps, 'prest/CNPJ') ? 'CNPJ' : 'CPF';
    const elements = [
      ...[element('xLocEmi', city.name), element('xLocPrestacao', place), element('nNFSe', String(number))],
      ...incidence,
      element('xTribNac', code === LEASE ? 'Locação de bens imóveis' : 'Administração em geral, de bens e negócios'),
      ...[
        element('verAplic', 'SefinTeste_1.0'),
        element('ambGer', '2'),
        element('tpEmis', '1'),
        element('procEmi', '1'),
      ],
      ...[element('cStat', status), element('dhProc', inBrasilia(time)), element('nDFSe', String(notes.size + 1))],
      element('emit', [
        element(document, issuerOf(dps)),
        ...(at('prest/IM') ? [element('IM', at('prest/IM'))] : []),
        element('xNome', 'Empresa de Teste Ltda'),
        element('enderNac', [
          ...[element('xLgr', 'Rua Halfeld'), element('nro', '100'), element('xBairro', 'Centro')],
          ...[element('cMun', at('cLocEmi')), element('UF', city.state), element('CEP', city.ceps[0])],
        ]),
      ]),
      element('valores', [
        ...(isTaxed ? [element('vBC', decimal(base))] : []),
        ...(isTaxed && rate !== null ? [element('pAliqAplic', decimal(rate)), element('vISSQN', decimal(iss))] : []),
        ...(withheld > 0 ? [element('vTotalRet', decimal(withheld))] : []),
        element('vLiq', decimal(net)),
      ]),
      ...(nodeAt(dps, 'IBSCBS') ? [taxes(dps, { iss, net, place })] : []),
    ];
    return elements.map(written).join('') + sent.replace(/ xmlns="http:\/\/www\.sped\.fazenda\.gov\.br\/nfse"/, '');
  }

  /** IBS and CBS as the layout words them: the base leaves out ISS, until 2026 also PIS and COFINS, and what is not the lease. */
  function taxes(dps: XmlNode, { iss, net, place }: { iss: number; net: number; place: string }) {
    const amount = (path: string) => amountAt(dps, path);
    const year = (textAt(dps, 'dCompet') ?? '').slice(0, 4);
    const { state, city, cbs } = RATES[year] ?? { state: 10, city: 0, cbs: 90 };
    const code = textAt(dps, 'IBSCBS/valores/trib/gIBSCBS/cClassTrib') ?? '';
    const reduction = REDUCTIONS[code] ?? 0;
    const effective = (rate: number) => Math.round((rate * (100 - reduction)) / 100);
    const unit = nodeAt(dps, 'IBSCBS/imovel/gUnidImob');
    const named = unit?.find("*[local-name(.)='gAjusteBCLocImoveis']") ?? [];
    const whole = named.reduce((total, one) => total + amountAt(one, 'vAjusteBCLocImoveis'), 0);
    const adjusted = Math.round((whole * amount('IBSCBS/imovel/gLocacao/pCopropriedade')) / 10_000);
    const federal = ['vPis', 'vCofins'].map((name) => amount(`valores/trib/tribFed/piscofins/${name}`));
    const before = year <= '2026' ? federal.reduce((total, one) => total + one, 0) : 0;
    const discount = amount('valores/vDescCondIncond/vDescIncond');
    const base = Math.max(0, amount('valores/vServPrest/vServ') - discount - adjusted - iss - before);
    const due = (rate: number) => Math.round((base * effective(rate)) / 10_000);
    const ibs = due(state) + due(city);
    const group = (name: string, rate: [string, number], suffix: string) =>
      element(name, [
        element(rate[0], decimal(rate[1])),
        ...(reduction > 0 ? [element(`pRedAliq${suffix}`, decimal(reduction * 100))] : []),
        element(`pAliqEfet${suffix}`, decimal(effective(rate[1]))),
      ]);
    return element('IBSCBS', [
      element('cLocalidadeIncid', textAt(dps, 'serv/locPrest/cLocPrestacao') ?? ''),
      element('xLocalidadeIncid', place),
      element('valores', [
        element('vBC', decimal(base)),
        group('uf', ['pIBSUF', state], 'UF'),
        group('mun', ['pIBSMun', city], 'Mun'),
        group('fed', ['pCBS', cbs], 'CBS'),
      ]),
      element('totCIBS', [
        element('vTotNF', decimal(net + (year <= '2026' ? 0 : ibs + due(cbs)))),
        element('gIBS', [
          element('vIBSTot', decimal(ibs)),
          element('gIBSUFTot', [element('vIBSUF', decimal(due(state)))]),
          element('gIBSMunTot', [element('vIBSMun', decimal(due(city)))]),
        ]),
        element('gCBS', [element('vCBS', decimal(due(cbs)))]),
      ]),
    ]);
  }

  function register(note: Note, body: unknown): Answer {
    const xml = unpacked(body, 'pedidoRegistroEventoXmlGZipB64');
    const faults = schemaFaults(xml, 'pedRegEvento', '1.01');
    if (faults.length > 0)
      throw new Refusal(400, [{ code: 'E1235', words: `Falha no esquema XML: ${faults.join(', ')}` }]);
    return withXml(xml, (document) => {
      const asked = nodeAt(document.root, 'infPedReg') as XmlNode;
      const at = (path: string) => textAt(asked, path);
      const author = at('CNPJAutor') ?? at('CPFAutor') ?? '';
      const found = [];
      if (asked.get('@Id')?.content !== `PRE${note.key}101101001`) found.push(error('E0004', 'Id difere dos campos'));
      if (new Date(at('dhEvento') ?? '') > now()) found.push(error('E0008', 'Data do evento posterior'));
      if (at('chNFSe') !== note.key || author !== note.issuer) found.push(error('E0803', 'Autor não é o emitente'));
      if (typeof signedBy(document, asked) === 'string') found.push(error('E0714', 'Assinatura inválida'));
      if (note.cancelled) found.push(error('E0840', 'A nota já está cancelada'));
      const term = service.cities[note.key.slice(0, 7)]?.term ?? 0;
      if (now().getTime() - note.at.getTime() > term * 86_400_000)
        found.push(error('E0821', 'Prazo de cancelamento vencido'));
      if (found.length > 0) throw new Refusal(400, found);
      note.cancelled = { xml: eventOf(note, xml), replaced_by: null };
      return eventAnswer(note, 201);
    });
  }

  function eventOf(note: Note, asked: string): string {
    const head = [
      ...[element('verAplic', 'SefinTeste_1.0'), element('ambGer', '2'), element('nSeqEvento', '1')],
      ...[element('dhProc', inBrasilia(now())), element('nDFe', String(notes.size + 1))],
    ];
    const inner = head.map(written).join('') + asked.replace(/ xmlns="http:\/\/www\.sped\.fazenda\.gov\.br\/nfse"/, '');
    const event = enveloped('evento', { name: 'infEvento', id: `EVT${note.key}101101001`, inner }, '1.01', own);
    return event;
  }

  function replacement({ key, issuer }: Note, by: string): string {
    const content = [
      ...[element('tpAmb', '2'), element('verAplic', 'SefinTeste_1.0'), element('dhEvento', inBrasilia(now()))],
      element(issuer.length > 11 ? 'CNPJAutor' : 'CPFAutor', issuer),
      ...[element('chNFSe', key), element('nPedRegEvento', '1')],
      element('e105102', [
        element('xDesc', 'Cancelamento de NFS-e por Substituicao'),
        ...[element('cMotivo', '99'), element('chSubstituta', by)],
      ]),
    ];
    return written(
      element('pedRegEvento', [element('infPedReg', content, { Id: `PRE${key}105102001` })], { versao: '1.01' }),
    );
  }

  function unpacked(body: unknown, name: string): string {
    const packed = (body as Record<string, unknown> | undefined)?.[name];
    try {
      return gunzipSync(Buffer.from(String(packed), 'base64')).toString();
    } catch {
      throw new Refusal(400, [{ code: 'E1229', words: 'Documento não está compactado em GZip e Base64' }]);
    }
  }
}

export type NfseServer = Awaited<ReturnType<typeof startNfse>>;

const error = (code: string, words: string) => ({ code, words });
const issuerOf = (dps: XmlNode) => textAt(dps, 'prest/CNPJ') ?? textAt(dps, 'prest/CPF') ?? '';
const inBrasilia = (time: Date) => `${new Date(time.getTime() - 10_800_000).toISOString().slice(0, 19)}-03:00`;

function checkDigit(body: string): string {
  let total = 0;
  for (let place = 0; place < body.length; place += 1) total += Number(body.at(-1 - place)) * (2 + (place % 8));
  return String(total % 11 < 2 ? 0 : 11 - (total % 11));
}
