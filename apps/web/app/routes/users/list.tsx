import { listUsers, rankUsers } from '@stoa/contract/features/profiles'
import { limits } from '@stoa/contract/limits'
import { AllUsers } from '../../features/community/profiles/all-users.tsx'
import { UserSearchResults } from '../../features/community/profiles/user-search-results.tsx'
import { Ranking } from '../../features/community/profiles/ranking.tsx'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { parsePageNumber, pickOption, toListPage, withQuery } from '../../kernel/paging.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SearchForm } from '../../ui/shell/search-form.tsx'
import { TabLinks } from '../../ui/tabs.tsx'
import type { Route } from './+types/list.ts'

const path = '/users'
const maxResults = 20
const pageSize = 60
const sorts = ['week', 'reputation'] as const

export async function loader(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const query = new URL(args.request.url).searchParams
  const text = [...(query.get('q')?.trim() ?? '')].slice(0, limits.displayName.max).join('')
  if (text !== '') {
    const { list } = await api.call(listUsers, { username: text, page_size: maxResults })
    return { view: 'search' as const, text, users: list }
  }
  if (pickOption(sorts, query.get('sort')) === 'week')
    return { view: 'week' as const, text, ranking: await api.call(rankUsers, {}) }
  const page = parsePageNumber(query)
  const users = await api.call(listUsers, { page, page_size: pageSize })
  return { view: 'reputation' as const, text, ...toListPage(users, page, pageSize) }
}

const allHref = (page: number) =>
  withQuery(path, { sort: 'reputation', page: page > 1 ? page : undefined })

export default function UsersPage({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { view, text } = loaderData
  return (
    <SitePage>
      <PageMeta
        title={t('nav.users')}
        canonical={view === 'reputation' ? allHref(loaderData.page) : path}
        noIndex={view === 'search'}
      />
      <PageHead
        title={t('nav.users')}
        end={
          <div className="w-64 max-w-full max-md:w-full">
            <SearchForm
              action={path}
              label={t('users.search')}
              placeholder={t('users.search')}
              defaultValue={text}
            />
          </div>
        }
      />
      <div className="mt-3">
        <TabLinks
          label={t('users.tabs')}
          line
          items={[
            { href: path, label: t('users.this_week'), current: view === 'week' },
            { href: allHref(1), label: t('users.everyone'), current: view === 'reputation' },
          ]}
        />
      </div>
      {view === 'week' && <Ranking ranking={loaderData.ranking} />}
      {view === 'search' && <UserSearchResults text={text} users={loaderData.users} />}
      {view === 'reputation' && (
        <AllUsers
          users={loaderData.list}
          page={loaderData.page}
          pages={loaderData.pages}
          hrefFor={allHref}
        />
      )}
    </SitePage>
  )
}
