import type { CollectionRow, PlannedStep, RulerStep } from '@morada/contract/collection/collection';
import { daysText, formatDate } from '@morada/domain/base/calendar';
import { type StepRecipients, stepDaysText } from '@morada/domain/collection/ruler';
import { HOLDS } from '@morada/domain/collection/stages';
import { CHANNEL_NAMES } from '@morada/domain/messages/kinds';
import { capitalised } from '#web/lib/capitalised.ts';

/** `venceu há 3 dias`, `vence hoje`, `vence em 5 dias` */
export function lateWords(days: number): string {
  if (days === 0) return 'vence hoje';
  return days > 0 ? `venceu há ${daysText(days)}` : `vence em ${daysText(-days)}`;
}

const TO: Readonly<Record<StepRecipients, string>> = {
  TENANT: 'ao inquilino',
  GUARANTOR: 'aos fiadores',
  BOTH: 'ao inquilino e aos fiadores',
};

/** `mensagem aos fiadores`, `ligação ao inquilino` */
const actWords = ({ action, recipients }: Pick<PlannedStep, 'action' | 'recipients'>) =>
  `${action === 'CALL' ? 'ligação' : 'mensagem'} ${TO[recipients]}`;

/** What comes next, or why nothing does: `20/03/2026: ligação ao inquilino`, `Em acordo até 10/04/2026`. */
export function nextWords(
  { next, hold, until }: Pick<CollectionRow, 'next' | 'hold' | 'until'>,
  active: boolean,
): string {
  if (hold) return until ? `${HOLDS[hold]} até ${formatDate(until)}` : HOLDS[hold];
  if (next) return plannedWords(next);
  return active ? 'Nenhum passo à frente' : 'Régua desligada';
}

export const plannedWords = (step: PlannedStep) => `${formatDate(step.day)}: ${actWords(step)}`;

/** `Mensagem ao inquilino, por WhatsApp` */
export function stepWords({ action, recipients, channels }: RulerStep): string {
  const by = channels?.length ? `, por ${channels.map((channel) => CHANNEL_NAMES[channel]).join(' e ')}` : '';
  return `${capitalised(actWords({ action, recipients }))}${by}`;
}

export const doneWords = (step: PlannedStep) => `${stepDaysText(step.days)}: ${actWords(step)}`;
