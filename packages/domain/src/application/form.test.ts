import { expect, test } from 'vitest';
import { type Answers, missingOf, neededDocuments, nextStep, otherBeginning, stepsOf, withStep } from './form.ts';

const INCOME = { income_kind: 'EMPLOYEE', occupation: 'Dentista', employer: null, debts: 0 } as const;
const person = { name: 'Ana Prado' } as Answers['person'];
const home = { city: 'Recife' } as Answers['home'];
const references = { reference_name: 'Rui' } as Answers['references'];

test('an empty form lacks its steps and papers', () => {
  expect(missingOf({ role: 'TENANT', answers: {}, documents: [] })).toEqual([
    ...['Seus dados', 'Onde você mora', 'Sua renda', 'Referências'],
    ...['Documento com foto', 'Comprovante de endereço', 'Comprovante de renda'],
  ]);
});

test('a guarantor shows a property, unless there is none', () => {
  expect(stepsOf('GUARANTOR', {})).toContain('property');
  expect(neededDocuments('GUARANTOR', {})).toContain('PROPERTY');
  const none = { owns: 'NO', registration: null, property_city: null, property_value: null, encumbered: null } as const;
  expect(neededDocuments('GUARANTOR', { property: none })).not.toContain('PROPERTY');
});

test('who earns nothing shows no proof of income', () => {
  const answers = { income: { ...INCOME, income: 0, other_income: 0 } };
  expect(neededDocuments('SPOUSE', answers)).toEqual(['IDENTITY', 'ADDRESS']);
});

test('a form that becomes a company’s drops the person’s answers, and the other way round', () => {
  const company = { name: 'Serra Móveis Ltda', revenue: 8_000_000, debts: 0 } as NonNullable<Answers['company']>;
  const answers = withStep({ person, home, references }, 'company', company);
  expect(answers).toEqual({ company, references });
  expect(missingOf({ role: 'TENANT', answers, documents: ['IDENTITY', 'ADDRESS'] })).toEqual([
    'Contrato social',
    'Comprovante de renda',
  ]);
  expect(stepsOf('GUARANTOR', answers)).toEqual(['company', 'property', 'documents', 'consent']);
  expect(withStep(answers, 'references', references as never)).toEqual({ company, references });
  const back = withStep(answers, 'person', person as never);
  expect(back).toMatchObject({ person, references });
  expect(back.company).toBeUndefined();
  expect(['TENANT', 'SPOUSE'].map((role) => otherBeginning(role as 'TENANT', {}))).toEqual(['company', undefined]);
});

test('goes on where it stopped', () => {
  const documents = ['IDENTITY', 'ADDRESS', 'INCOME'] as const;
  const income = { ...INCOME, income: 500_000, other_income: 0 };
  expect(nextStep({ role: 'TENANT', answers: {}, documents: [] })).toBe('person');
  expect(nextStep({ role: 'TENANT', answers: { person, income }, documents: [] })).toBe('home');
  const all = { person, home, income, references };
  expect(nextStep({ role: 'TENANT', answers: all, documents: ['IDENTITY'] })).toBe('documents');
  expect(nextStep({ role: 'TENANT', answers: all, documents })).toBe('consent');
});
