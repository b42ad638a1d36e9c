import { Form } from 'react-router'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { InstallPage } from './install-page.tsx'

type ManualConfigProps = {
  file: string
  text: string
  /** The submitted values, to retry with. */
  values: Partial<Record<string, string>>
}

/** Shown when the configuration file cannot be written: its text, and a retry button. */
export function ManualConfig({ file, text, values }: ManualConfigProps) {
  const t = useTranslate()
  return (
    <InstallPage
      step="config"
      title={t('install.config.manual_title')}
      intro={t('install.config.manual', { file })}
    >
      <CodeBlock
        title={file}
        text={text}
        copyLabel={t('install.config.copy')}
        copiedLabel={t('install.config.copied')}
      />
      <Form method="post">
        {Object.entries(values).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" variant="primary" size="lg">
          {t('install.config.created')}
        </Button>
      </Form>
    </InstallPage>
  )
}
