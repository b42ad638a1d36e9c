import {
  getOwnSuggestion,
  type SuggestionNotice as SuggestionData,
} from '@stoa/contract/features/revisions'
import { getTag, listSynonyms } from '@stoa/contract/features/tags'
import { redirect } from 'react-router'
import { SitePage } from '../../features/site/shell/site-page.tsx'
import { SynonymsCard } from '../../features/content/tags/synonyms-card.tsx'
import { PostedToast } from '../../features/content/shared/posted-toast.tsx'
import { SuggestionNotice } from '../../features/content/shared/suggestion-notice.tsx'
import { TagActions } from '../../features/content/tags/tag-actions.tsx'
import { tagInfoPath, tagPath, tagTimelinePath } from '../../features/content/tags/tag-path.ts'
import { withHotQuestions } from '../../features/content/questions/not-found.server.ts'
import { apiFrom } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { RelativeTime } from '../../kernel/formats.tsx'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { toPostText } from '../../kernel/post-text.server.ts'
import { PostText } from '../../kernel/post-text.tsx'
import { isActivated } from '../../kernel/visit.ts'
import { useTranslate, useVisit } from '../../kernel/visit-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/section.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/info.ts'

export const loader = (args: Route.LoaderArgs) => withHotQuestions(args, () => load(args))

async function load(args: Route.LoaderArgs) {
  const api = apiFrom(args)
  const { tagName: name } = args.params
  const { original_text: _, parsed_text, ...tag } = await api.call(getTag, { name })
  // Redirects synonyms and other spellings to the main tag.
  if (tag.slug_name !== name) throw redirect(tagInfoPath(tag.slug_name), 302)
  const isDeleted = tag.status === 'deleted'
  const { synonyms, member_actions } = isDeleted
    ? { synonyms: [], member_actions: [] }
    : await api.call(listSynonyms, { tag_id: tag.tag_id })
  const { viewer } = args.context.get(visitContext)
  // Only members can ask for it.
  const hasSuggestions = viewer !== null && isActivated(viewer) && !isDeleted
  const own = hasSuggestions ? await api.call(getOwnSuggestion, { object_id: tag.tag_id }) : null
  return {
    tag,
    suggestion: toNews(own?.suggestion ?? null, Date.now() / 1000),
    text: parsed_text === '' ? null : toPostText(args.context, `tag-${tag.tag_id}`, parsed_text),
    synonyms: synonyms.map(({ slug_name, display_name }) => ({ slug_name, display_name })),
    canEditSynonyms: member_actions.some(({ action }) => action === 'edit'),
  }
}

const newsSeconds = 14 * 86_400

/** Open, or rejected in the last two weeks. */
function toNews(suggestion: SuggestionData | null, now: number) {
  if (suggestion === null) return null
  const { id, state, reason, created_at, decided_at } = suggestion
  if (state !== 'open' && decided_at < now - newsSeconds) return null
  return { id, state, reason, created_at, decided_at }
}

export default function TagInfo({ loaderData }: Route.ComponentProps) {
  const { tag, text, synonyms, canEditSynonyms, suggestion } = loaderData
  const t = useTranslate()
  const isDeleted = tag.status === 'deleted'
  return (
    <SitePage
      sidebar={
        isDeleted ? undefined : (
          <SynonymsCard key={tag.tag_id} tag={tag} synonyms={synonyms} canEdit={canEditSynonyms} />
        )
      }
      sidebarLabel={t('synonyms.title')}
    >
      <PageMeta
        title={t('tag_info.title', { name: tag.display_name })}
        description={tag.excerpt}
        canonical={tagInfoPath(tag.slug_name)}
        noIndex={isDeleted}
      />
      {isDeleted && (
        <div className="mb-4">
          <Notice tone="bad" title={t('tag_info.deleted_title')}>
            {t('tag_info.deleted_text')}
          </Notice>
        </div>
      )}
      <PostedToast />
      {suggestion !== null && <SuggestionNotice suggestion={suggestion} />}
      <PageHead
        title={<bdi>{tag.display_name}</bdi>}
        end={<TagActions key={tag.tag_id} tag={tag} synonymCount={synonyms.length} />}
      />
      <TagFacts tag={tag} isDeleted={isDeleted} />
      {text === null ? (
        <NoText tag={tag} />
      ) : (
        <PostText text={text} className="prose max-w-measure py-5" />
      )}
    </SitePage>
  )
}

type Tag = Route.ComponentProps['loaderData']['tag']

function TagFacts({ tag, isDeleted }: { tag: Tag; isDeleted: boolean }) {
  const t = useTranslate()
  const { viewer } = useVisit()
  const at = (time: number) => ({ time: <RelativeTime key="time" at={time} /> })
  const questions = t('count.questions', { count: tag.question_count })
  return (
    <ul className="mt-1.5 flex flex-wrap gap-x-4 border-b border-line pb-3 text-sm text-ink-3">
      <li>
        {isDeleted ? (
          questions
        ) : (
          <TextLink href={tagPath(tag.slug_name)} className="hit">
            {questions}
          </TextLink>
        )}
      </li>
      <li>{t('tag_info.followers', { count: tag.follow_count })}</li>
      <li>{t.rich<React.ReactNode>('tag_info.created', at(tag.created_at))}</li>
      {tag.updated_at > 0 && (
        <li>{t.rich<React.ReactNode>('tag_info.edited', at(tag.updated_at))}</li>
      )}
      {viewer !== null && (
        <li>
          <TextLink href={tagTimelinePath(tag.tag_id)} className="hit">
            {t('timeline.title')}
          </TextLink>
        </li>
      )}
    </ul>
  )
}

function NoText({ tag }: { tag: Tag }) {
  const t = useTranslate()
  const canEdit = tag.member_actions.some(({ action }) => action === 'edit')
  return (
    <EmptyState
      title={t('tag_info.empty')}
      action={
        canEdit ? (
          <ButtonLink href={`/tags/${tag.tag_id}/edit`}>{t('tag_info.describe')}</ButtonLink>
        ) : undefined
      }
    >
      <p>{t('tag_info.empty_text')}</p>
    </EmptyState>
  )
}
