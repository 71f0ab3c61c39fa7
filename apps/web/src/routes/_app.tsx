import { createFileRoute, redirect } from '@tanstack/react-router';
import { useState } from 'react';
import { Shell } from '#web/app/shell/shell.tsx';
import { BulkProvider } from '#web/features/bulk/bulk-provider.tsx';
import { loadDemonstration, useDemonstration } from '#web/features/demonstration/demonstration-queries.ts';
import { useTriesNotice } from '#web/features/session/use-tries-notice.ts';
import { currentSession, may, useSession } from '#web/lib/session/session.ts';
import { toast } from '#web/lib/toast.ts';
import { lazyPart } from '#web/ui/base/lazy.tsx';
import { lazyPanel } from '#web/ui/feedback/lazy.tsx';
import { Views } from '#web/ui/list/tool-bar.tsx';
import { ErrorPage, NotFoundPage } from '#web/ui/page/whole-page.tsx';

const SavedViews = lazyPart(
  () => import('#web/features/views/saved-views.tsx'),
  ({ SavedViews }) => SavedViews,
);

const DemonstrationBanner = lazyPanel(
  'o aviso da demonstração',
  () => import('#web/features/demonstration/demonstration-banner.tsx'),
  ({ default: DemonstrationBanner }) => DemonstrationBanner,
  1,
);

/** Every page of the staff: signed in, and allowed to open it. */
export const Route = createFileRoute('/_app')({
  beforeLoad: ({ location, matches, preload }) => {
    if (!currentSession()) {
      throw redirect({ to: '/login', search: location.href === '/' ? {} : { redirect: location.href } });
    }
    if (currentSession()?.duty) throw redirect({ to: '/first-steps', search: { redirect: location.href } });
    const barred = matches.some(({ staticData }) => staticData.access && !may(staticData.access));
    if (barred) {
      if (!preload) toast.warning('Você não tem permissão para abrir a página deste endereço.');
      throw redirect({ to: '/' });
    }
  },
  loader: ({ context }) => loadDemonstration(context.queryClient, DemonstrationBanner.preload),
  component: Staff,
  errorComponent: ErrorPage,
  notFoundComponent: NotFoundPage,
});

const BulkWork = lazyPart(
  () => import('#web/features/bulk/bulk-work.tsx'),
  ({ default: BulkWork }) => BulkWork,
);

const savedViews = <SavedViews />;

/** The lists hold the views that each person saved of them. */
function Staff() {
  const demonstration = useDemonstration();
  const signedIn = useSession()?.email;
  const [who, setWho] = useState(signedIn);
  if (signedIn !== undefined && signedIn !== who) setWho(signedIn);
  useTriesNotice();
  return (
    // Keyed by the user: what one typed and chose is not there for the next.
    <Views key={who} value={savedViews}>
      <BulkProvider>
        <Shell banner={demonstration === 'IN' && <DemonstrationBanner />} work={<BulkWork />} />
      </BulkProvider>
    </Views>
  );
}
