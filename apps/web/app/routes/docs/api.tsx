import type { CallDoc } from '../../features/admin/api-docs/describe.server.ts'
import { describeContract } from '../../features/admin/api-docs/describe.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Route } from './+types/api.ts'

export const loader = () => ({ features: describeContract() })

export default function ApiDocs({ loaderData: { features } }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <Page layout="bare">
      <PageMeta title={t('api.title')} description={t('api.intro')} />
      <div className="grid max-w-[52rem] gap-10 py-6">
        <div className="grid gap-3">
          <PageHead title={t('api.title')} />
          <p className="max-w-measure leading-prose">{t('api.intro')}</p>
          <p>
            <TextLink href="/answer/api/openapi.json" download="openapi.json" className="hit">
              {t('api.document')}
            </TextLink>
          </p>
        </div>
        <nav aria-label={t('api.index')}>
          <ul className="flex flex-wrap gap-x-5 gap-y-1">
            {features.map(({ name }) => (
              <li key={name}>
                <TextLink
                  href={`#${toAnchor(name)}`}
                  className="inline-flex min-h-target min-w-target items-center"
                >
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
        </nav>
        {features.map((feature) => (
          <div key={feature.name} id={toAnchor(feature.name)}>
            <Section title={feature.name}>
              <ul>
                {feature.calls.map((call) => (
                  <Call key={`${call.method} ${call.path}`} call={call} />
                ))}
              </ul>
            </Section>
          </div>
        ))}
      </div>
    </Page>
  )
}

// The ids of calls have no prefix.
const toAnchor = (feature: string) => `feature-${feature}`

function Call({ call }: { call: CallDoc }) {
  const t = useTranslate()
  return (
    <li
      id={call.name}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line py-5 last:border-0"
    >
      <h3 className="flex flex-wrap items-baseline gap-x-3 font-mono text-md" dir="ltr">
        <b className="font-semibold text-accent-ink">{call.method}</b>
        <span className="break-all">{call.path}</span>
      </h3>
      <p className="max-w-measure text-ink-2" lang="en" dir="ltr">
        {call.summary}
      </p>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-2 text-md md:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-ink-3">{t('api.access')}</dt>
        <dd>{t(`access.${call.access}`)}</dd>
        <dt className="text-ink-3">{t('api.keys')}</dt>
        <dd>{t(`api.key_scope.${call.keys}`)}</dd>
        <dt className="text-ink-3">{call.method === 'GET' ? t('api.query') : t('api.body')}</dt>
        <dd>{call.input.length === 0 ? t('api.none') : <Fields fields={call.input} />}</dd>
        {call.errors.length > 0 && (
          <>
            <dt className="text-ink-3">{t('api.errors')}</dt>
            <dd dir="ltr" className="font-mono text-sm break-words">
              {call.errors.map(({ status, reason }) => (
                <div key={reason}>
                  {status} {reason}
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      <details>
        <summary className="hit w-fit text-md text-ink-2 hover:text-ink">
          {t('api.response')}
        </summary>
        <pre
          dir="ltr"
          tabIndex={0}
          className="scroll-x mt-2 rounded-md bg-wash p-4 font-mono text-sm"
        >
          {call.response}
        </pre>
      </details>
    </li>
  )
}

function Fields({ fields }: { fields: CallDoc['input'] }) {
  const t = useTranslate()
  return (
    <ul className="grid gap-1">
      {fields.map((field) => (
        <li key={field.name} className="flex min-w-0 flex-wrap gap-x-2 break-words" dir="ltr">
          <code className="font-mono text-sm font-semibold">{field.name}</code>
          <span className="min-w-0 font-mono text-sm text-ink-2">{field.type}</span>
          {field.required && <span className="text-sm text-ink-3">{t('api.required')}</span>}
        </li>
      ))}
    </ul>
  )
}
