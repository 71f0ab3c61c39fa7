import '@mantine/core/styles/Pagination.layer.css';
import { ActionIcon, Pagination } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { usePhone } from '#web/ui/base/use-phone.ts';
import classes from './pages.module.css';

type PagesProps = {
  page: number;
  lastPage: number;
  total: number;
  /** Rows on this page. */
  shown: number;
  onPage?: (page: number) => void;
};

/** The foot of a list, always in sight: "1–20 de 148" and the pages. */
export function Pages({ page, lastPage, total, shown, onPage }: PagesProps) {
  const phone = usePhone();
  const first = page < lastPage ? (page - 1) * shown + 1 : total - shown + 1;
  // Five pages in the middle, one at each end, and no jump in width from page to page.
  const siblings = page <= 3 || page > lastPage - 3 ? 1 : 2;
  return (
    <div className={classes.foot} data-foot>
      <span>
        {first}–{first + shown - 1} de {total}
      </span>
      {lastPage > 1 && onPage && (
        <nav aria-label="Páginas">
          {phone ? (
            <Turner page={page} lastPage={lastPage} onPage={onPage} />
          ) : (
            <Pagination
              total={lastPage}
              value={page}
              onChange={onPage}
              siblings={siblings}
              gap={6}
              getControlProps={(control) => ({ 'aria-label': CONTROLS[control as keyof typeof CONTROLS] })}
              getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
            />
          )}
        </nav>
      )}
    </div>
  );
}

/** One line on a phone, however many pages there are: "‹ Página 2 de 6 ›". */
function Turner({ page, lastPage, onPage }: { page: number; lastPage: number; onPage: (page: number) => void }) {
  return (
    <div className={classes.turner}>
      <ActionIcon aria-label={CONTROLS.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <IconChevronLeft size={17} />
      </ActionIcon>
      <span aria-current="page">
        Página {page} de {lastPage}
      </span>
      <ActionIcon aria-label={CONTROLS.next} disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
        <IconChevronRight size={17} />
      </ActionIcon>
    </div>
  );
}

const CONTROLS = { previous: 'Página anterior', next: 'Próxima página' };
