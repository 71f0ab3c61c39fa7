import { Button } from '@mantine/core';
import { feed } from '@morada/contract/desk/feed';
import { PostSearch } from '@morada/contract/desk/feed.search';
import { IconNews, IconPlus } from '@tabler/icons-react';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { NewPost } from '#web/features/blog/new-post.tsx';
import { postsQuery } from '#web/features/blog/post-queries.ts';
import { PostTable } from '#web/features/blog/post-table.tsx';
import { download } from '#web/lib/api/files.ts';
import { listOf } from '#web/lib/list.ts';
import { may } from '#web/lib/session/session.ts';
import { usePhone } from '#web/ui/base/use-phone.ts';
import { ExportButton } from '#web/ui/list/export-button.tsx';
import { useListPage } from '#web/ui/list/use-list-page.ts';
import { PageHead, Section } from '#web/ui/page/page.tsx';

const LIST = listOf(PostSearch, {});

export const Route = createFileRoute('/_app/blog/')({
  staticData: {
    menu: { entry: 'Blog', icon: IconNews },
    access: 'FEED_VIEW',
    list: LIST,
  },
  validateSearch: PostSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(postsQuery(deps)),
  component: Blog,
});

function Blog() {
  const table = <PostTable list={useListPage(LIST, postsQuery)} />;
  const creates = may(feed.create.access);
  const phone = usePhone();
  // Undefined until the form is asked for; closed again it keeps what was written.
  const [writing, setWriting] = useState<boolean>();
  return (
    <>
      <PageHead
        title="Blog"
        below="Notícias que aparecem no site da imobiliária"
        primary={
          creates &&
          phone && (
            <Button
              leftSection={<IconPlus size={15} />}
              aria-expanded={Boolean(writing)}
              onClick={() => setWriting(!writing)}
            >
              Nova notícia
            </Button>
          )
        }
        actions={<ExportButton onExport={(format) => download(feed.export, { params: { format }, query: {} })} />}
      />
      {creates && (!phone || writing !== undefined) && (
        <div hidden={phone && !writing}>
          <NewPost />
        </div>
      )}
      {creates ? <Section title="Publicadas">{table}</Section> : table}
    </>
  );
}
