import { Badge } from '@mantine/core';
import type { ProposalDetail } from '@morada/contract/lease/proposals';
import { Changes } from '#web/features/contracts/record/changes.tsx';
import { Moment } from '#web/ui/display/figures.tsx';
import { actionWords, type Entry, fieldChanges, isAddendum, subject } from './entry-words.ts';
import classes from './history.module.css';

/** Reading a document is audited too, but is no part of the contract's history. */
const isDeed = ({ action }: Entry) => action !== 'read-document';

export function Entries({ entries, proposal }: { entries: Entry[]; proposal: ProposalDetail }) {
  return (
    <ol className={classes.entries} aria-label="Alterações do contrato">
      {together(entries.filter(isDeed)).map((group) => (
        <EntryLine key={group[0].id} group={group} proposal={proposal} />
      ))}
    </ol>
  );
}

type Group = [Entry, ...Entry[]];

/** Instalments are created together, so they are shown as one entry. */
function together(entries: Entry[]): Group[] {
  const groups: Group[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && last[0].at === entry.at && last[0].action === entry.action) last.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

function EntryLine({ group, proposal }: { group: Group; proposal: ProposalDetail }) {
  const [entry] = group;
  const changes = fieldChanges(entry);
  return (
    <li className={classes.entry}>
      <p className={classes.action}>
        <strong>{actionWords(entry)}</strong>
        {isAddendum(entry) && <Badge color="gray">Aditivo</Badge>}
        <span className={classes.who}>
          {entry.actor}, <Moment value={entry.at} />
        </span>
      </p>
      {subjects(group, proposal).map((words) => (
        <p key={words}>{words}</p>
      ))}
      {changes.length > 0 && <Changes changes={changes} />}
    </li>
  );
}

const FEW = 3;

/** In the order in which they were made; of many, the first and the last. */
function subjects(group: Group, proposal: ProposalDetail): string[] {
  const words = group.toReversed().flatMap((entry) => subject(entry, proposal) ?? []);
  const [first, last] = [words[0], words.at(-1)];
  if (words.length <= FEW || !first || !last) return words;
  return [first, `… e mais ${words.length - 1}, até ${last}`];
}
