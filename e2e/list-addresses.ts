/**
 * Each list with filters in its address, with all of them set, and the labels of its removable chips.
 * `apps/web/test/lists.test.ts` checks that none is missing. The search term is shown in the search box.
 */
export const LIST_ADDRESSES: Readonly<Record<string, { address: string; chips: readonly string[] }>> = {
  '/clients': {
    address: '?query=ana&id=12&type=OWNER&situation=ACTIVE',
    chips: ['Tipo', 'Situação'],
  },
  '/properties': {
    address: '?query=rua&id=12&transaction=RENT&category=APARTMENT&available=AVAILABLE&order=price:asc',
    chips: ['Transação', 'Categoria', 'Situação', 'Ordem'],
  },
  '/properties/requests': { address: '?query=rua', chips: [] },
  '/contracts': {
    address:
      '?query=ana&id=12&status=APPROVED&readjustment=LATE&ending=SOON&transaction=RENT&start=2026-10-01&end=2026-10-31',
    // An ID finds its contract whatever its status.
    chips: ['Reajuste', 'Término', 'Tipo', 'Período'],
  },
  '/contacts/funnel': {
    address:
      '?query=ana&stage=LOST&kind=RENT&source=OLX&owner=1&situation=LATE&answer=LATE&visit=HELD&reason=PRICE&start=2026-10-01&end=2026-10-31',
    chips: [
      ...['Etapa', 'Assunto', 'Origem', 'Responsável', 'Situação', 'Primeira resposta', 'Visita'],
      ...['Motivo da perda', 'Período'],
    ],
  },
  '/financial': { address: '?start=2026-10-01&end=2026-10-31', chips: ['Período'] },
  '/financial/agreements': {
    address: '?query=ana&state=OFFERED&proposal=12&client=3',
    chips: ['Situação', 'Contrato', 'Inquilino'],
  },
  '/financial/boletos': {
    address: '?query=ana&state=LATE&registration=SENT&month=2026-10',
    chips: ['Situação', 'Registro', 'Vencimento'],
  },
  // An id finds its invoice in any state.
  '/financial/invoices': { address: '?query=ana&id=12&status=LATE&month=2026-10', chips: ['Vencimento'] },
  '/financial/shall': { address: '?query=ana', chips: [] },
  '/financial/transactions': {
    address: '?department=RENT&method=PIX&start=2026-10-01&end=2026-10-31',
    chips: ['Departamento', 'Pagamento', 'Período'],
  },
  '/financial/comissions': { address: '?start=2026-10-01&end=2026-10-31', chips: ['Período'] },
  '/financial/statements': { address: '?start=2026-10-01&end=2026-10-31', chips: ['Período'] },
  '/financial/movimentations': { address: '?startDate=2026-10-01&endDate=2026-10-31', chips: ['Período'] },
  '/financial/transfers': { address: '?query=ana', chips: [] },
  '/fiscal/issued': {
    address: '?query=ana&kind=LEASE&state=REFUSED&waits=PERSON&month=2026-10&day=2026-10-05',
    chips: ['Nota de', 'Situação', 'Espera', 'Mês', 'Dia'],
  },
  '/financial/reconciliation': { address: '?state=OPEN', chips: ['Situação'] },
  '/financial/collection': {
    address: '?query=ana&stage=OVER_30&late=31&amount=500&by=1&owner=1',
    chips: ['Etapa', 'Atraso', 'Valor da fatura', 'Último responsável', 'Proprietário'],
  },
  '/fiscal': { address: '?query=ana', chips: [] },
  '/fiscal/statements': { address: '?query=ana&email=MISSING', chips: ['E-mail'] },
  '/fiscal/reform': {
    address: '?query=ana&state=NEAR&declaration=MISSING',
    chips: ['Situação', 'Declaração'],
  },
  '/fiscal/rehearsal': {
    address: '?query=ana&owners=RADAR&mode=ON_TOP',
    chips: ['Proprietários', 'No contrato'],
  },
  '/contracts/applications': {
    address: '?query=ana&state=IN_ANALYSIS&property=12',
    chips: ['Situação', 'Imóvel'],
  },
  '/contracts/bids': {
    address: '?query=ana&state=SENT&kind=RENT&property=12&client=3',
    chips: ['Situação', 'Tipo', 'Imóvel', 'Cliente'],
  },
  '/contracts/signatures': {
    address: '?query=ana&state=OUT&kind=LEASE&contract=12&agreement=3&application=4&property=5',
    chips: ['Situação', 'Tipo', 'Contrato', 'Acordo', 'Ficha', 'Imóvel'],
  },
  '/maintenance': {
    address: '?query=pia&state=OPENED&property=12&client=3',
    chips: ['Situação', 'Imóvel', 'Cliente'],
  },
  '/contacts/indicators': { address: '?start=2026-10-01&end=2026-10-31', chips: ['Período'] },
  '/schedules': {
    address: '?transaction=RENT&outcome=HELD&start=2026-10-01&end=2026-10-31',
    chips: ['Imóvel', 'Visita', 'Período'],
  },
  '/support': { address: '?client=12', chips: ['Cliente'] },
  '/settings/messages': {
    address: '?state=SENT&channel=EMAIL&kind=PAID&client=12',
    chips: ['Situação', 'Canal', 'Assunto', 'Pessoa'],
  },
  '/settings/audit': {
    address: '?id=12&person=system&record=client&action=create&startDate=2026-10-01&endDate=2026-10-31',
    chips: ['Quem', 'Cadastro', 'Ação', 'Período'],
  },
};
