import { useState } from 'react'
import { data } from 'react-router'
import { CallSection } from '../../features/admin/api-docs/call-section.tsx'
import { describeCalls } from '../../features/admin/api-docs/describe.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { Field } from '../../ui/field.tsx'
import { PageHead } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/api-feature.ts'

export function loader({ params: { feature } }: Route.LoaderArgs) {
  const calls = describeCalls(feature)
  if (calls === null) throw data(null, { status: 404 })
  return { feature, calls }
}

export default function ApiFeature({ loaderData: { feature, calls } }: Route.ComponentProps) {
  const t = useTranslate()
  const [apiKey, setApiKey] = useState('')
  return (
    <Page layout="bare">
      <PageMeta
        title={t('api.feature_title', { feature })}
        description={t('api.feature_about', { feature })}
      />
      <div className="grid max-w-[52rem] grid-cols-[minmax(0,1fr)] gap-4 py-6">
        <Breadcrumb
          label={t('api.title')}
          items={[{ label: t('api.title'), href: '/api-docs' }, { label: feature }]}
        />
        <PageHead title={<bdi>{feature}</bdi>} />
        <Field label={t('api.key')} hint={t('api.key_hint')} className="max-w-[28rem]">
          <TextInput
            data-needs-script=""
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            value={apiKey}
            onChange={(event) => setApiKey(event.currentTarget.value.trim())}
          />
        </Field>
        <ul>
          {calls.map((call) => (
            <CallSection key={call.name} call={call} apiKey={apiKey} />
          ))}
        </ul>
      </div>
    </Page>
  )
}
