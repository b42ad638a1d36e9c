import { rankPeople, searchPeople } from '@stoa/contract/features/people'
import { limits } from '@stoa/contract/limits'
import { FoundPeople } from '../../features/people/found-people.tsx'
import { Ranking } from '../../features/people/ranking.tsx'
import { SitePage } from '../../features/site/site-page.tsx'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { PageHead } from '../../ui/section.tsx'
import { SearchForm } from '../../ui/shell/search-form.tsx'
import type { Route } from './+types/list.ts'

const mostFound = 20

/** Looking people up is for members; the best known are there for everyone. */
export async function loader(args: Route.LoaderArgs) {
  const { viewer } = args.context.get(visitContext)
  const wanted = new URL(args.request.url).searchParams.get('q')?.trim() ?? ''
  const text = viewer === null ? '' : [...wanted].slice(0, limits.displayName.max).join('')
  if (text === '') return { text, ranking: await apiFrom(args).call(rankPeople, {}) }
  const found = await apiFrom(args).call(searchPeople, { username: text, page_size: mostFound })
  return { text, found }
}

export default function People({ loaderData }: Route.ComponentProps) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const { text } = loaderData
  return (
    <SitePage>
      <PageTitle title={t('nav.users')} canonical="/users" hidden={text !== ''} />
      <PageHead
        title={t('nav.users')}
        end={
          viewer && (
            <div className="w-64 max-w-full max-md:w-full">
              <SearchForm
                action="/users"
                label={t('people.search')}
                placeholder={t('people.search')}
                defaultValue={text}
              />
            </div>
          )
        }
      />
      {loaderData.found === undefined ? (
        <Ranking ranking={loaderData.ranking} />
      ) : (
        <FoundPeople text={text} people={loaderData.found} />
      )}
    </SitePage>
  )
}
