import { listCalls } from '../../features/admin/api-docs/describe.server.ts'
import { PageMeta } from '../../kernel/page-meta.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Link } from '../../ui/link.tsx'
import type { Route } from './+types/api.ts'

export const loader = () => ({ features: listCalls() })

export default function ApiDocs({ loaderData: { features } }: Route.ComponentProps) {
  const t = useTranslate()
  return (
    <Page layout="bare">
      <PageMeta title={t('api.title')} description={t('api.intro')} />
      <div className="grid max-w-[52rem] grid-cols-[minmax(0,1fr)] gap-8 py-6">
        <div className="grid gap-3">
          <PageHead title={t('api.title')} />
          <p className="max-w-measure leading-prose">{t('api.intro')}</p>
          <p>
            <TextLink href="/answer/api/openapi.json" download="openapi.json" className="hit">
              {t('api.document')}
            </TextLink>
          </p>
        </div>
        {features.map(({ feature, calls }) => (
          <Section
            key={feature}
            title={feature}
            aside={
              <Link href={`/api-docs/${feature}`} aria-label={t('api.open_feature', { feature })}>
                {t('api.open')}
              </Link>
            }
          >
            <ul>
              {calls.map(({ name, method, path, summary }) => (
                <li key={name} className="border-b border-line last:border-0">
                  <Link
                    href={`/api-docs/${feature}#${name}`}
                    className="grid min-h-target gap-x-4 py-2 text-md hover:text-accent-ink"
                    dir="ltr"
                  >
                    <span className="font-mono text-sm break-all">
                      <b className="font-semibold text-accent-ink">{method}</b> {path}
                    </span>
                    <span className="text-sm text-ink-2" lang="en">
                      {summary}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </Page>
  )
}
