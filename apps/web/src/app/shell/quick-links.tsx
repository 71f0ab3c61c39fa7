import { Link } from '@tanstack/react-router';
import { Section } from '#web/ui/page/page.tsx';
import { useMenu } from './menu.ts';
import classes from './quick-links.module.css';

/** The entries of the menu, group by group, as places to begin. */
export function QuickLinks() {
  const groups = useMenu().map(({ name, entries }) => ({
    name,
    pages: entries.map(({ label, icon, pages: [{ path, search }] }) => ({ label, icon, path, search })),
  }));
  return groups.map(({ name, pages }) => {
    const others = pages.filter(({ path }) => path !== '/');
    return (
      others.length > 0 && (
        <Section key={name} title={name}>
          <ul className={classes.links}>
            {others.map(({ path, label, icon: Icon, search }) => (
              <li key={path}>
                <Link to={path} search={search as never} className={classes.link}>
                  <Icon size={17} />
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </Section>
      )
    );
  });
}
