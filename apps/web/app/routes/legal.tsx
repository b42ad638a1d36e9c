import { legalText } from '@stoa/contract/features/site-settings'
import { redirect } from 'react-router'
import { apiFrom } from '../kernel/api.server.ts'
import { PageMeta } from '../kernel/page-meta.tsx'
import { termsPath } from '../kernel/paths.ts'
import { toPostText } from '../kernel/post-text.server.ts'
import { PostText } from '../kernel/post-text.tsx'
import { useTranslate } from '../kernel/visit-context.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHead } from '../ui/section.tsx'
import { Page } from '../ui/shell/page.tsx'
import type { Route } from './+types/legal.ts'

/** The terms of service and the privacy policy. A text that is only a URL leads there. */
export async function loader(args: Route.LoaderArgs) {
  const isTerms = args.url.pathname === termsPath
  const texts = await apiFrom(args).call(legalText, { info_type: isTerms ? 'tos' : 'privacy' })
  const original = texts.terms_of_service_original_text ?? texts.privacy_policy_original_text ?? ''
  const html = texts.terms_of_service_parsed_text ?? texts.privacy_policy_parsed_text ?? ''
  if (/^https?:\/\/\S+$/.test(original.trim())) throw redirect(original.trim())
  return { isTerms, text: html === '' ? null : toPostText(args.context, 'legal', html) }
}

export default function Legal({ loaderData: { isTerms, text } }: Route.ComponentProps) {
  const t = useTranslate()
  const title = t(isTerms ? 'legal.terms' : 'legal.privacy')
  return (
    <Page layout="bare">
      <PageMeta title={title} />
      <div className="grid w-full max-w-measure gap-4 py-6">
        <PageHead title={title} />
        {text === null ? (
          <EmptyState title={t('legal.empty')}>{t('legal.empty_text')}</EmptyState>
        ) : (
          <PostText text={text} className="prose max-w-measure" />
        )}
      </div>
    </Page>
  )
}
