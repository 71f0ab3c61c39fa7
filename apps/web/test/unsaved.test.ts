import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url);
const files = globSync('{app,entities,features,routes,ui}/**/*.{ts,tsx}', { cwd: SRC });
const using = (pattern: RegExp) =>
  files.filter((file) => pattern.test(readFileSync(new URL(file, SRC), 'utf8'))).sort();

test('every form uses the kit, which prompts before unsaved changes are lost', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(using(/import \{[^}]*\buseForm\b[^}]*\} from 'react-hook-form'/)).toEqual([
    // These ask for a day, or for an owner, to look at: nothing is lost with them.
    'features/contracts/history/as-it-was.tsx',
    'features/statements/owner-choice.tsx',
    'ui/form/use-form.ts',
  ]);
});

test('only forms that merely query skip the unsaved-changes prompt', () => {
  expect(using(/\basks: true\b/)).toEqual([
    // The invoice of a payment and its difference, chosen in a step of the bank file's window.
    'features/bank-files/lines/open-line-step.tsx',
    'features/bank-files/lines/rest-step.tsx',
    'features/bulk/option-fields.tsx',
    // The day is kept with every answer of the preview.
    'features/fiscal/dimob-window.tsx',
    'features/imports/steps/first-billing.tsx',
    // Where a test message goes.
    'features/messages/test-window.tsx',
    // The transfers of which days are paid, and how: the preview shows what is chosen.
    'features/payments/pay-window.tsx',
    'features/reports/report-form.tsx',
    // A password or a code is typed once more.
    'features/session/factor-steps.tsx',
    'features/session/identity-window.tsx',
    'features/session/login-form.tsx',
    // The day of a conclusion, which begins as today.
    'ui/overlay/day-question.tsx',
  ]);
});

test('every window that holds a form closes by way of the question', () => {
  // The password again, the search for anything, the menu, the question itself and the filters hold nothing.
  expect(using(/import \{[^}]*\b(Modal|Drawer)\b[^}]*\} from '@mantine\/core'/)).toEqual([
    'app/shell/palette/palette.tsx',
    'app/shell/phone-menu.tsx',
    'features/session/identity-window.tsx',
    'ui/list/tool-bar.tsx',
    'ui/overlay/confirm-window.tsx',
    'ui/overlay/windows.tsx',
  ]);
});
