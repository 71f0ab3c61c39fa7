import { parseArgs } from 'node:util';
import { isCalendarDate } from '@morada/domain/base/calendar';
import { systemContext } from '../context.ts';
import { billDay } from '../modules/money/invoices/billing.service.ts';
import { command, fail } from './run.ts';

const { values } = parseArgs({ options: { date: { type: 'string' } } });
const day = values.date;
if (day !== undefined && !isCalendarDate(day)) fail('Use: npm run billing -- --date AAAA-MM-DD');

await command(async ({ deps }) => {
  const ctx = systemContext(day === undefined ? deps : { ...deps, today: () => day });
  const issued = await billDay(ctx);
  console.log(`${issued} faturas geradas em ${ctx.today()}`);
});
