import '@mantine/core/styles/Pagination.layer.css';
import { Pagination } from '@mantine/core';
import classes from './pages.module.css';
import { usePhone } from './use-phone.ts';

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
  const siblings = phone ? 0 : page <= 3 || page > lastPage - 3 ? 1 : 2;
  return (
    <div className={classes.foot} data-foot>
      <span>
        {first}–{first + shown - 1} de {total}
      </span>
      {lastPage > 1 && onPage && (
        <nav aria-label="Páginas">
          <Pagination
            total={lastPage}
            value={page}
            onChange={onPage}
            siblings={siblings}
            gap={phone ? 2 : 6}
            getControlProps={(control) => ({ 'aria-label': CONTROLS[control as keyof typeof CONTROLS] })}
            getItemProps={(number) => ({ 'aria-label': `Página ${number}` })}
          />
        </nav>
      )}
    </div>
  );
}

const CONTROLS = { previous: 'Página anterior', next: 'Próxima página' };
