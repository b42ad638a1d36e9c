import { rankUsers, searchUsers } from '@stoa/contract/features/profiles'
import { limits } from '@stoa/contract/limits'
import { UserSearchResults } from '../../features/community/profiles/user-search-results.tsx'
import { Ranking } from '../../features/community/profiles/ranking.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SearchForm } from '../../ui/shell/search-form.tsx'
import type { Route } from './+types/list.ts'

const maxResults = 20

/** Searching is for members; everyone sees the ranking. */
export async function loader(args: Route.LoaderArgs) {
  const { viewer } = args.context.get(visitContext)
  const query = new URL(args.request.url).searchParams.get('q')?.trim() ?? ''
  const text = viewer === null ? '' : [...query].slice(0, limits.displayName.max).join('')
  if (text === '') return { text, ranking: await apiFrom(args).call(rankUsers, {}) }
  const users = await apiFrom(args).call(searchUsers, { username: text, page_size: maxResults })
  return { text, users }
}

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { text } = loaderData
  return (
    <SitePage>
      <PageMeta title={t('nav.users')} canonical="/users" noIndex={text !== ''} />
      <PageHead
        title={t('nav.users')}
        end={
          viewer && (
            <div className="w-64 max-w-full max-md:w-full">
              <SearchForm
                action="/users"
                label={t('users.search')}
                placeholder={t('users.search')}
                defaultValue={text}
              />
            </div>
          )
        }
      />
      {loaderData.users === undefined ? (
        <Ranking ranking={loaderData.ranking} />
      ) : (
        <UserSearchResults text={text} users={loaderData.users} />
      )}
    </SitePage>
  )
}
