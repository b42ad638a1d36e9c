import { Form } from 'react-router'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { InstallPage } from './install-page.tsx'

type ConfigByHandProps = {
  file: string
  text: string
  /** What was chosen, to try again with. */
  values: Partial<Record<string, string>>
}

/** The file Stoa may not write: its text, and a button for when it is there. */
export function ConfigByHand({ file, text, values }: ConfigByHandProps) {
  const t = useTranslate()
  return (
    <InstallPage
      step="config"
      title={t('install.config.by_hand_title')}
      intro={t('install.config.by_hand', { file })}
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
          {t('install.config.again')}
        </Button>
      </Form>
    </InstallPage>
  )
}
