import { formData } from '@morada/domain/application/answers-words';
import { LEAD_EVENTS } from '@morada/domain/attendance/lead';
import { LEAD_KINDS, LEAD_SOURCES, LEAD_STAGES, LOSS_REASONS } from '@morada/domain/attendance/lead-words';
import { MAINTENANCE_STATES } from '@morada/domain/attendance/maintenance-words';
import { shiftName, VISIT_RESULTS, VISIT_STATUSES } from '@morada/domain/attendance/visit';
import { bareDocument } from '@morada/domain/base/documents';
import { centsToReais } from '@morada/domain/base/money';
import { CALL_OUTCOMES, HOLDS } from '@morada/domain/collection/stages';
import { DEBT_AGREEMENT_STATES } from '@morada/domain/debt-agreement/debt-agreement';
import { DEBT_ACTS, DEBTOR_ROLES, NOTICE_WAYS } from '@morada/domain/debt-papers/debt-register';
import { NOTE_KINDS } from '@morada/domain/fiscal/service-note';
import { TAX_REGIMES } from '@morada/domain/fiscal/taxpayer';
import { BID_KINDS, BID_PARTIES, BID_STATES } from '@morada/domain/lease/bid-words';
import { GUARANTEES } from '@morada/domain/lease/contract';
import { CONTRACT_ROLES, PARTY_ROLES } from '@morada/domain/lease/parties';
import { CHANNEL_NAMES, kindLabel } from '@morada/domain/messages/kinds';
import { ACCOUNT_REQUEST_STATES } from '@morada/domain/people/account-request';
import { CLIENT_TYPES, MARITAL_STATUSES, PERSON_TYPES } from '@morada/domain/people/client';
import { OFFER_STATES } from '@morada/domain/property/offer';
import { addressLine } from '@morada/domain/property/property';
import { sentWords } from '@morada/domain/trail/sent-message';
import type { FoundClient } from './clients.queries.ts';
import type { Kept } from './personal-data.queries.ts';

type Contract = Kept['contracts'][number];

const accountOf = (contract: Contract) => ({
  banco: contract.bank_name,
  codigo: contract.bank_code,
  titular: contract.bank_full_name,
  documento: contract.bank_cpf,
  agencia: contract.bank_agency,
  conta: contract.bank_account,
  pix: contract.bank_pix,
  observacoes: contract.bank_obs,
});

const RECORDS: Record<string, string> = { client: 'cadastro', bank_account: 'conta bancária' };
const ACTIONS: Record<string, string> = {
  create: 'inclusão',
  update: 'alteração',
  password: 'nova senha',
  delete: 'remoção',
  'personal-data': 'exportação dos dados',
  'declare-reform': 'declaração à reforma',
  'remove-reform-declaration': 'remoção da declaração à reforma',
  'punctuality-paper': 'comprovante de pontualidade',
};

const reais = (amount: number | null) => (amount === null ? null : centsToReais(amount));

/** `dados.json`: all data of the person in readable words, amounts in reais, and nothing of other people. */
export const personalData = (client: FoundClient, kept: Kept) => ({
  cadastro: {
    id: client.id,
    nome: client.name,
    tipo: CLIENT_TYPES[client.type],
    cpf_cnpj: client.cpf_cnpj,
    email: client.email,
    telefone: client.phone,
    celular: client.cellphone,
    ativo: client.active,
    cadastrado_em: client.created_at,
    anonimizado_em: client.anonymised_at,
    tem_senha: client.password_hash !== null,
  },
  dados_pessoais: {
    tipo_de_pessoa: PERSON_TYPES[client.person_type],
    mora_no_exterior: client.non_resident,
    rg: client.rg,
    nascimento: client.birth_date,
    profissao: client.profession,
    estado_civil: client.marital_status && MARITAL_STATUSES[client.marital_status],
    conjuge: {
      nome: client.spounce_name,
      rg: client.spounce_rg,
      cpf: client.spounce_cpf,
      profissao: client.spouse_profession,
    },
  },
  endereco: {
    cep: client.cep,
    rua: client.street,
    numero: client.number,
    complemento: client.complement,
    bairro: client.neighborhood,
    cidade: client.city,
    estado: client.state,
    latitude: client.latitude,
    longitude: client.longitude,
  },
  impostos: {
    regime: client.tax_regime && TAX_REGIMES[client.tax_regime],
    contribuinte_desde: client.taxpayer_since,
    cnpj_das_notas: client.tax_cnpj,
    inscricao_municipal: client.municipal_registration,
    serie_das_notas: client.dps_series,
  },
  contas_bancarias: kept.accounts.map((account) => ({
    banco: account.bank_name,
    codigo: account.code,
    titular: account.holder_name,
    documento: account.document,
    agencia: account.agency_number,
    conta: account.account_number,
    tipo: account.account_type,
    operacao: account.operation_number,
    pix: account.pix_key,
    observacoes: account.obs,
    cadastrada_em: account.created_at,
    removida_em: account.deleted_at,
  })),
  pessoas_com_acesso: kept.people.map(({ name, email, created_at }) => ({
    nome: name,
    email,
    desde: created_at,
  })),
  imoveis: kept.properties.map(({ id, share, ...place }) => ({
    id,
    endereco: addressLine(place),
    participacao: reais(share),
  })),
  contratos: kept.contracts.map((contract) => ({
    id: contract.id,
    papel: contract.former ? `${CONTRACT_ROLES[contract.role]} (antigo)` : CONTRACT_ROLES[contract.role],
    situacao: contract.status,
    imovel: addressLine(contract),
    inicio: contract.start_date,
    // The terms of today are those of the owners of today.
    fim: contract.former ? null : contract.end_date,
    aluguel: contract.former ? null : reais(contract.current_price),
    conta_para_repasse:
      contract.bank_cpf && bareDocument(contract.bank_cpf) === client.cpf_cnpj ? accountOf(contract) : null,
    removido_em: contract.deleted_at,
  })),
  partes_de_contratos: kept.parties.map((party) => ({
    contrato: party.proposal_id,
    papel: PARTY_ROLES[party.role],
    principal: party.principal,
    desde: party.valid_from,
    ate: party.valid_to,
    cadastrada_em: party.created_at,
  })),
  faturas: kept.invoices.map((invoice) => ({
    id: invoice.id,
    contrato: invoice.proposal_id,
    referencia: invoice.reference,
    vencimento: invoice.due_date,
    valor: reais(invoice.amount),
    situacao: invoice.status,
    pago_em: invoice.pay_day,
    valor_pago: reais(invoice.paid_amount),
    removida_em: invoice.deleted_at,
  })),
  acordos: kept.agreements.map((agreement) => ({
    id: agreement.id,
    contrato: agreement.proposal_id,
    situacao: DEBT_AGREEMENT_STATES[agreement.state],
    oferecido_em: agreement.offered_on,
    parcelas: agreement.instalments,
    total: reais(agreement.total),
    termo: agreement.text,
    aceito_em: agreement.accepted_at,
    aceito_por: agreement.accepted_name,
    aceito_em_papel: agreement.accepted_how === 'PAPER',
    endereco_de_rede: agreement.accepted_address,
    terminado_em: agreement.ended_on,
    motivo: agreement.end_reason,
  })),
  repasses: kept.transfers.map((transfer) => ({
    id: transfer.id,
    contrato: transfer.proposal_id,
    vencimento: transfer.due_date,
    valor: reais(transfer.amount),
    situacao: transfer.status,
    efetuado_em: transfer.done_on,
    removido_em: transfer.deleted_at,
  })),
  declaracoes_da_reforma: kept.declarations.map(({ year, income, properties, declared_on }) => ({
    ano: year,
    alugueis_fora: reais(income),
    imoveis_fora: properties,
    declarado_em: declared_on,
  })),
  notas_fiscais: kept.notes.map(({ kind, key, competence, amount, issued, canceled_at }) => ({
    chave: key,
    de: NOTE_KINDS[kind],
    papel: issued ? 'Emitente' : 'Tomador',
    competencia: competence,
    valor: reais(amount),
    cancelada_em: canceled_at,
  })),
  registros_de_cobranca: kept.debts.map((debt) => ({
    contrato: debt.proposal_id,
    registro: DEBT_ACTS[debt.kind],
    papel: DEBTOR_ROLES[debt.role],
    em: debt.done_on,
    forma: debt.way && NOTICE_WAYS[debt.way],
    entregue_em: debt.delivered_on,
    orgao: debt.body,
    protocolo: debt.protocol,
    valor: reais(debt.amount),
    encerrado_em: debt.ended_on,
    protocolo_do_fim: debt.end_protocol,
    desfeito_em: debt.undone_at,
  })),
  comprovantes_de_pontualidade: kept.papers.map(({ code, issued_on, figures }) => ({
    codigo: code,
    emitido_em: issued_on,
    dados: figures,
  })),
  mensagens_recebidas: kept.sentMessages.map((sent) => ({
    tipo: kindLabel(sent.kind),
    assunto: sent.subject,
    texto: sent.body,
    canal: sent.channel && CHANNEL_NAMES[sent.channel],
    destino: sent.recipient,
    situacao: sent.state,
    criada_em: sent.created_at,
    enviada_em: sent.sent_at,
    entregue_em: sent.delivered_at,
    lida_em: sent.read_at,
  })),
  mensagens_respondidas: kept.replies.map((reply) => ({
    canal: CHANNEL_NAMES[reply.channel],
    de: reply.sender,
    texto: reply.body,
    em: reply.received_at,
  })),
  ligacoes_de_cobranca: kept.collectionCalls.map((call) => ({
    fatura: call.invoice_id,
    resultado: CALL_OUTCOMES[call.outcome],
    prometido_para: call.promised_for,
    nota: call.note,
    em: call.called_at,
  })),
  fora_da_regua_de_cobranca: kept.collectionPauses.map((pause) => ({
    fatura: pause.invoice_id,
    contrato: pause.proposal_id,
    motivo: HOLDS[pause.reason],
    nota: pause.note,
    ate: pause.until,
    de: pause.created_at,
    encerrada_em: pause.ended_at,
  })),
  autorizacoes_de_mensagens: kept.consents.map((consent) => ({
    canal: CHANNEL_NAMES[consent.channel],
    dada_em: consent.given_on,
    como: consent.source,
    texto: consent.body,
    retirada_em: consent.withdrawn_at,
  })),
  recusas_de_mensagens: kept.refusals.map((refusal) => ({
    canal: refusal.channel ? CHANNEL_NAMES[refusal.channel] : 'todos',
    tipo: refusal.kind ? kindLabel(refusal.kind) : 'todas',
    nota: refusal.note,
    em: refusal.refused_at,
    retirada_em: refusal.withdrawn_at,
  })),
  alertas_do_site: kept.searchAlerts.map((alert) => ({
    busca: alert.search,
    autorizacao: alert.consent,
    pedido_de_contato: alert.contact_consent,
    autorizado_em: alert.consented_at,
    confirmado_em: alert.confirmed_at,
  })),
  chamados: kept.tickets.map((ticket) => ({
    id: ticket.id,
    titulo: ticket.title,
    situacao: ticket.status,
    aberto_em: ticket.created_at,
    fechado_em: ticket.closed_at,
    mensagens: kept.messages
      .filter(({ ticket_id }) => ticket_id === ticket.id)
      .map(({ author, data, created_at }) => ({
        em: created_at,
        de: author === 'CLIENT' ? 'titular' : 'equipe',
        texto: data,
      })),
    removido_em: ticket.deleted_at,
  })),
  pedidos_de_manutencao: kept.repairs.map((repair) => ({
    id: repair.id,
    titulo: repair.title,
    texto: repair.description,
    situacao: MAINTENANCE_STATES[repair.state],
    pedido_em: repair.created_at,
    encerrado_em: repair.closed_at,
    custo_cobrado: repair.charged_to === 'TENANT' ? reais(repair.cost) : null,
  })),
  pedidos_de_troca_de_conta: kept.accountRequests.map((request) => ({
    situacao: ACCOUNT_REQUEST_STATES[request.state],
    banco: request.bank_name,
    agencia: request.agency_number,
    conta: request.account_number,
    pix: request.pix_key,
    titular: request.holder_name,
    documento: request.document,
    pedido_em: request.created_at,
    confirmado_em: request.confirmed_at,
    decidido_em: request.decided_at,
    recusa: request.refusal,
  })),
  visitas: kept.visits.map((visit) => ({
    id: visit.id,
    imovel: addressLine(visit),
    dia: visit.date,
    turno: shiftName(visit.shift),
    horario: visit.time,
    situacao: VISIT_STATUSES[visit.status],
    nome: visit.name,
    telefone: visit.phone,
    email: visit.email,
    observacoes: visit.note,
    concordou_em: visit.consented_at,
    campanha: visit.campaign,
    inicio: visit.check_in,
    fim: visit.check_out,
    resultado: visit.result && VISIT_RESULTS[visit.result],
    anotacao_do_resultado: visit.result_note,
    motivo_do_cancelamento: visit.cancel_reason,
  })),
  leads: kept.leads.map((lead) => ({
    id: lead.id,
    assunto: LEAD_KINDS[lead.kind],
    origem: LEAD_SOURCES[lead.source],
    etapa: LEAD_STAGES[lead.stage],
    imovel: lead.street === null ? null : addressLine({ ...lead, street: lead.street }),
    nome: lead.name,
    telefone: lead.phone,
    email: lead.email,
    campanha: lead.campaign,
    recebido_em: lead.received_at,
    encerrado_em: lead.closed_at,
    motivo_da_perda: lead.loss_reason && LOSS_REASONS[lead.loss_reason],
    anotacao_da_perda: lead.loss_note,
    imoveis_vistos_no_site: lead.seen.map(({ property_id, seen_at }) => ({ imovel: property_id, em: seen_at })),
    historico: lead.events.map(({ at, event, note }) => ({ em: at, evento: LEAD_EVENTS[event], texto: note })),
  })),
  fichas: kept.applications.map(formData),
  propostas: kept.bids.map((bid) => ({
    id: bid.id,
    imovel: addressLine(bid),
    tipo: BID_KINDS[bid.kind],
    situacao: BID_STATES[bid.state],
    vale_ate: bid.expires_on,
    motivo: bid.end_reason,
    versao: bid.version,
    de: BID_PARTIES[bid.party],
    valor: centsToReais(bid.amount),
    garantia: bid.guarantee && GUARANTEES[bid.guarantee],
    prazo_em_meses: bid.term_months,
    inicio: bid.start_on,
    sinal: bid.down_payment === null ? null : centsToReais(bid.down_payment),
    financiamento: bid.financed === null ? null : centsToReais(bid.financed),
    parcelas: bid.instalments.map(({ due_on, amount }) => ({ vencimento: due_on, valor: centsToReais(amount) })),
    condicoes: bid.conditions,
    em: bid.created_at,
  })),
  ofertas_pelo_site: kept.offers.map((offer) => ({
    imovel: addressLine(offer),
    situacao: OFFER_STATES[offer.state],
    visita: offer.visit_on,
    nome: offer.name,
    email: offer.email,
    telefone: offer.phone,
    concordou_em: offer.consented_at,
  })),
  historico: kept.trail.map((entry) => ({
    em: entry.at,
    por: entry.admin_user_id === null ? 'sistema' : 'equipe',
    registro: RECORDS[entry.record] ?? entry.record,
    acao: ACTIONS[entry.action] ?? entry.action,
    campos: entry.changes,
  })),
  mensagens_enviadas: kept.sent.map((sent) => ({ em: sent.at, mensagem: sentWords(sent) })),
});
