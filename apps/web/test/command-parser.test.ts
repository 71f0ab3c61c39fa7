import { describe, expect, test } from 'vitest';
import { closeness, type Named, type ParsedCommand, parseCommand } from '../src/app/shell/palette/command-parser.ts';

describe('text typed on 22 November 2026', () => {
  test.each<[string, ParsedCommand]>([
    ['', {}],
    ['m', {}],
    ['maria', { query: 'maria' }],
    ['maria de souza', { query: 'maria de souza' }],
    ['  Rua   Halfeld 20 ', { query: 'Rua Halfeld 20' }],
    ['529.982.247-25', { query: '529.982.247-25' }],
    ['52998224725', { query: '52998224725' }],
    ['(32) 98841', { query: '(32) 98841' }],
    ['7', { id: 7 }],
    ['1234', { id: 1234, query: '1234' }],
    ['#1234', { id: 1234, query: '#1234' }],
    ['0', {}],
    // An invoice to be received.
    ['baixar 1234', { subject: 'invoices', id: 1234, settle: true }],
    ['Baixar fatura 1234', { subject: 'invoices', id: 1234, settle: true }],
    ['pagar fatura 1234', { subject: 'invoices', id: 1234, settle: true }],
    ['dar baixa na fatura nº 1234', { subject: 'invoices', id: 1234, settle: true }],
    ['receber a fatura #1234', { subject: 'invoices', id: 1234, settle: true }],
    ['quitar 9', { subject: 'invoices', id: 9, settle: true }],
    ['pagar fat 1234', { subject: 'invoices', id: 1234, settle: true }],
    ['pagar maria', { subject: 'invoices', query: 'maria', settle: true }],
    ['receber fatura da maria souza', { subject: 'invoices', query: 'maria souza', settle: true }],
    ['baixar', { query: 'baixar' }],
    ['baixar repasse 5', { subject: 'transfers', id: 5 }],
    // A record by its number.
    ['fatura 1234', { subject: 'invoices', id: 1234 }],
    ['abrir fatura 1234', { subject: 'invoices', id: 1234 }],
    ['contrato 77', { subject: 'proposals', id: 77 }],
    ['Proposta 77', { subject: 'proposals', id: 77 }],
    ['contr 77', { subject: 'proposals', id: 77 }],
    ['cotnrato 77', { subject: 'proposals', id: 77 }],
    ['imóvel 3', { subject: 'properties', id: 3 }],
    ['cliente 12', { subject: 'clients', id: 12 }],
    ['boleto 8', { subject: 'boletos', id: 8 }],
    ['repasse 55', { subject: 'transfers', id: 55 }],
    ['ticket 4', { subject: 'tickets', id: 4 }],
    ['fa 1234', { query: 'fa 1234' }],
    ['mauá 20', { query: 'mauá 20' }],
    // By words.
    ['contrato maria', { subject: 'proposals', query: 'maria' }],
    ['contrato da maria', { subject: 'proposals', query: 'maria' }],
    ['faturas rua halfeld 20', { subject: 'invoices', query: 'rua halfeld 20' }],
    ['inquilino souza', { subject: 'clients', query: 'souza' }],
    ['contr maria', { query: 'contr maria' }],
    ['faturas', { query: 'faturas' }],
    ['repasses maria', { query: 'repasses maria' }],
    ['novo cliente', { query: 'novo cliente' }],
    // By month: the nearest of that name, the past one of two as near.
    ['boletos de outubro', { subject: 'boletos', month: '2026-10' }],
    ['faturas novembro', { subject: 'invoices', month: '2026-11' }],
    ['faturas de MARÇO', { subject: 'invoices', month: '2027-03' }],
    ['faturas de marco', { subject: 'invoices', month: '2027-03' }],
    ['faturas de maio', { subject: 'invoices', month: '2026-05' }],
    ['reajustes jan', { subject: 'readjustments', month: '2027-01' }],
    ['faturas de outubro de 2025', { subject: 'invoices', month: '2025-10' }],
    ['faturas 10/2025', { subject: 'invoices', month: '2025-10' }],
    ['faturas 13/2025', { subject: 'invoices', query: '13/2025' }],
    ['repasses deste mês', { subject: 'transfers', month: '2026-11' }],
    ['repasses do mês', { subject: 'transfers', month: '2026-11' }],
    ['reajustes do mês', { subject: 'readjustments', month: '2026-11' }],
    ['boletos do mês passado', { subject: 'boletos', month: '2026-10' }],
    ['reajustes do próximo mês', { subject: 'readjustments', month: '2026-12' }],
    ['contratos de outubro', { subject: 'proposals', query: 'outubro' }],
    ['faturas outubro maria', { subject: 'invoices', query: 'outubro maria' }],
  ])('%j', (text, understood) => expect(parseCommand(text, '2026-11-22')).toEqual(understood));
});

describe('how well words name a action', () => {
  const readjustments: Named = { label: 'Reajustes do mês', also: 'aplicar índice igpm ipca' };
  const client: Named = { label: 'Novo cliente', also: 'cadastrar adicionar inquilino proprietário' };
  const dark: Named = { label: 'Usar tema escuro', also: 'noite dark' };
  const leave: Named = { label: 'Sair da conta', also: 'logout encerrar' };

  test.each<[string, Named, number]>([
    ['reaj', readjustments, 4],
    ['reajustes do mes', readjustments, 4],
    ['reajuste mês', readjustments, 4],
    ['mes', readjustments, 3],
    ['igpm', readjustments, 2],
    ['índices', readjustments, 2],
    ['aplicações', { label: 'Aplicação' }, 2],
    ['imóvel', { label: 'Imóveis' }, 4],
    ['igp-m', { label: 'Reajustes', also: 'igp-m' }, 2],
    ['aplicar reajuste', readjustments, 2],
    ['raejuste', readjustments, 1],
    ['rejuste', readjustments, 1],
    ['reajuuste', readjustments, 1],
    ['reajusto', readjustments, 1],
    ['reajuxxte', readjustments, 0],
    ['raej', readjustments, 0],
    ['boletos', readjustments, 0],
    ['novo cli', client, 4],
    ['cliente novo', client, 3],
    ['cadastrar inquilino', client, 2],
    ['novo imóvel', client, 0],
    ['tema escuro', dark, 3],
    ['noite', dark, 2],
    ['sair', leave, 4],
    ['saida', leave, 0],
    ['de', leave, 0],
    ['', leave, 0],
  ])('%j, %j', (text, named, expected) => expect(closeness(text, named)).toBe(expected));
});
