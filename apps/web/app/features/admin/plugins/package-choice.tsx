import { ApiError, type Client } from '@stoa/contract/client'
import { fetchPlugin, type PluginPackage, uploadPlugin } from '@stoa/contract/features/plugins'
import { limits } from '@stoa/contract/limits'
import { useState } from 'react'
import { useApi } from '../../../kernel/api.ts'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Field } from '../../../ui/field.tsx'
import { FileDrop } from '../../../ui/file-drop.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { toNpmInput } from './npm-input.ts'
import { messageOf } from './use-plugin-call.ts'

type PackageChoiceProps = { onFound: (found: PluginPackage) => void; onClose: () => void }

const megabyte = 1024 * 1024

export function PackageChoice({ onFound, onClose }: PackageChoiceProps) {
  const t = useTranslate()
  const { check, checking, problem } = usePackageCheck(onFound)
  const [name, setName] = useState('')
  const megabytes = limits.pluginPackageBytes.archive / megabyte

  function upload(file: File | undefined) {
    if (file !== undefined) void check(file.name, (call) => call(uploadPlugin, { file }))
  }
  function download() {
    const wanted = name.trim()
    if (wanted !== '') void check(wanted, (call) => call(fetchPlugin, toNpmInput(wanted)))
  }

  return (
    <FormDialog
      title={t('plugins.install_title')}
      description={t('plugins.install_text')}
      submitLabel={t('plugins.download')}
      cancelLabel={t('plugins.cancel')}
      isSending={checking !== null}
      onClose={onClose}
      onSubmit={download}
    >
      <FileDrop
        name="file"
        prompt={t('plugins.drop')}
        hint={t('plugins.drop_hint', { megabytes })}
        accept=".tgz,.tar.gz,application/gzip"
        disabled={checking !== null}
        onFiles={([file]) => upload(file)}
        removeLabel={(file) => file}
        progressLabel={(file) => file}
      />
      <Field label={t('plugins.npm_name')} hint={t('plugins.npm_hint')}>
        <TextInput
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={250}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      {checking !== null && (
        <div role="status" className="grid gap-1 text-sm text-ink-3">
          {t('plugins.checking', { name: checking })}
          <Progress label={t('plugins.checking', { name: checking })} />
        </div>
      )}
      {problem !== null && (
        <Notice tone="bad" live title={t('plugins.refused', { name: problem.name })}>
          {problem.text}
        </Notice>
      )}
    </FormDialog>
  )
}

type Send = (call: Client['call']) => Promise<PluginPackage>

function usePackageCheck(onFound: (found: PluginPackage) => void) {
  const t = useTranslate()
  const api = useApi()
  const [checking, setChecking] = useState<string | null>(null)
  const [problem, setProblem] = useState<{ name: string; text: string } | null>(null)

  async function check(name: string, send: Send) {
    setChecking(name)
    setProblem(null)
    try {
      onFound(await send(api.call))
    } catch (error) {
      const text = error instanceof ApiError ? messageOf(error) : t('network.unreachable')
      setProblem({ name, text })
    } finally {
      setChecking(null)
    }
  }
  return { check, checking, problem }
}
