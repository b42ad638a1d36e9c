import type { ReactNode } from 'react'
import { installPath } from '../../../kernel/paths.ts'
import { PageMeta } from '../../../kernel/page-meta.tsx'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Steps } from '../../../ui/progress.tsx'
import { Footer } from '../../../ui/shell/footer.tsx'
import { Header } from '../../../ui/shell/header.tsx'
import { Page, SkipLink } from '../../../ui/shell/page.tsx'
import { LanguageForm } from '../../site/shell/language-form.tsx'
import { ThemeForm } from '../../site/shell/theme-form.tsx'

const steps = ['language', 'database', 'config', 'site', 'ready'] as const
export type InstallStep = (typeof steps)[number]

type InstallPageProps = {
  /** Null before the first step. */
  step: InstallStep | null
  title: string
  intro?: ReactNode
  children: ReactNode
}

export function InstallPage({ step, title, intro, children }: InstallPageProps) {
  const t = useTranslate()
  const { site } = useVisit()
  return (
    <>
      <SkipLink label={t('app.skip_to_content')} />
      <Header brand={{ name: site.name, href: installPath }} />
      <Page layout="bare">
        <PageMeta title={title} noIndex />
        <div className="mx-auto grid w-full max-w-measure content-start gap-8 py-4 md:py-8">
          {step !== null && <StepProgress step={step} />}
          <header className="grid gap-2">
            <h1 className="font-serif text-3xl leading-tight font-semibold tracking-head text-balance">
              {title}
            </h1>
            {intro && <p className="text-md leading-body text-ink-2">{intro}</p>}
          </header>
          {children}
        </div>
      </Page>
      <Footer
        line={t('install.title')}
        label={t('footer.label')}
        links={[]}
        end={
          <>
            <LanguageForm />
            <ThemeForm />
          </>
        }
      />
    </>
  )
}

function StepProgress({ step }: { step: InstallStep }) {
  const t = useTranslate()
  const current = steps.indexOf(step)
  return (
    <Steps
      label={t('install.steps')}
      steps={steps.map((name, index) => ({
        label: t(`install.step.${name}`),
        state: index < current ? 'done' : index === current ? 'current' : 'next',
        stateLabel: index < current ? t('install.step_done') : undefined,
      }))}
    />
  )
}
