import { Link } from '@tanstack/react-router';
import { Section } from '#web/ui/page/page.tsx';
import { useMenu } from './menu.ts';
import classes from './quick-links.module.css';

/** The pages of the menu, group by group, as places to begin. */
export function QuickLinks() {
  const groups = useMenu().filter(({ group }) => group !== null);
  return groups.map(({ group, pages }) => (
    <Section key={group} title={group ?? ''}>
      <ul className={classes.links}>
        {pages.map(({ path, label, icon: Icon, search }) => (
          <li key={path}>
            <Link to={path} search={search as never} className={classes.link}>
              <Icon size={17} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  ));
}
