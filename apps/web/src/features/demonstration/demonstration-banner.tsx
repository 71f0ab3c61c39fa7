import { Button } from '@mantine/core';
import { type DemonstrationRemoval, demonstration } from '@morada/contract/desk/demonstration';
import { useQuery } from '@tanstack/react-query';
import { may } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useConfirm } from '#web/ui/overlay/confirm.tsx';
import classes from './demonstration.module.css';
import { removalQuery, useRemoveDemonstration } from './demonstration-queries.ts';
import { countedWords } from './removal-words.ts';

/** Banner over every page while the data is a demonstration, with the button to leave it for users who may. */
export default function DemonstrationBanner() {
  return (
    <aside aria-label="Demonstração" className={classes.banner}>
      <p>Você está vendo dados de demonstração. Pessoas, imóveis e valores são inventados.</p>
      {may(demonstration.remove.access) && <RemoveButton />}
    </aside>
  );
}

function RemoveButton() {
  const { refetch: look, isFetching: looking } = useQuery(removalQuery);
  const remove = useRemoveDemonstration();
  const confirm = useConfirm();

  async function ask() {
    const { data: found, error } = await look();
    if (error) toast.failure(error);
    if (error || !found) return;
    const done = await confirm({
      title: 'Remover dados de demonstração',
      body: <RemovalBody removal={found} />,
      verb: 'Remover demonstração',
      danger: true,
      run: () => remove.mutateAsync({ query: { later: found.later } }),
    });
    if (done) toast.success('Dados de demonstração removidos');
  }

  return (
    <Button size="xs" variant="default" loading={looking} onClick={ask}>
      Remover demonstração
    </Button>
  );
}

function RemovalBody({ removal }: { removal: DemonstrationRemoval }) {
  const later = countedWords(removal, 'later');
  const stays = countedWords(removal, 'stays');
  return (
    <div className={classes.says}>
      <p>Saem {countedWords(removal, 'goes')}, com os lançamentos e arquivos deles.</p>
      {later && (
        <p>
          <b>Entre eles está o que veio depois e depende da demonstração: {later}.</b>
        </p>
      )}
      <p>
        Ficam os dados da imobiliária, os usuários, os grupos e as configurações
        {stays && `, e o que não depende da demonstração: ${stays}`}. Esta ação não poderá ser desfeita.
      </p>
    </div>
  );
}
