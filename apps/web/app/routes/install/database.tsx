import { checkDatabase, initDatabase } from '@stoa/contract/features/install'
import { redirect } from 'react-router'
import { ManualConfig } from '../../features/admin/install/manual-config.tsx'
import { DatabaseFields } from '../../features/admin/install/database-fields.tsx'
import { databaseForm, type DatabaseField } from '../../features/admin/install/install-forms.ts'
import { InstallPage } from '../../features/admin/install/install-page.tsx'
import {
  configPath,
  installHeaders,
  sitePath,
  loadInstallState,
} from '../../features/admin/install/install-state.server.ts'
import { installPath } from '../../kernel/paths.ts'
import { submit } from '../../kernel/api.server.ts'
import { rejectForm, readForm } from '../../kernel/form.server.ts'
import { FormBox, useContractForm, type RejectedForm } from '../../kernel/form.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Route } from './+types/database.ts'

export const headers = installHeaders

export async function loader(args: Route.LoaderArgs) {
  const state = await loadInstallState(args, 'no database')
  return { folder: state.default_db_file, file: state.config_file }
}

export async function action(args: Route.ActionArgs) {
  const isCheck = (await args.request.clone().formData()).get('intent') === 'check'
  const values = await readForm(args.request, databaseForm)
  const input = databaseForm.toInput(values)
  if (isCheck) {
    const check = await submit(args, checkDatabase, input)
    return check.ok
      ? { status: 'checked' as const, values }
      : rejectForm(databaseForm, values, check)
  }
  const init = await submit(args, initDatabase, input)
  if (init.ok) return redirect(configPath)
  if (init.envelope.reason === 'error.install.configured') return redirect(sitePath)
  const text = readConfigText(init.envelope.data)
  return text === null
    ? rejectForm(databaseForm, values, init)
    : { status: 'unwritten' as const, text, values }
}

function readConfigText(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('default_config' in data)) return null
  return String(data.default_config)
}

export default function InstallDatabase({ actionData, loaderData }: Route.ComponentProps) {
  const { file, folder } = loaderData
  if (actionData === undefined || !('status' in actionData))
    return <DatabaseForm folder={folder} rejected={actionData} />
  const { values } = actionData
  if (actionData.status === 'unwritten')
    return <ManualConfig file={file} text={actionData.text} values={values} />
  return <DatabaseForm folder={folder} rejected={{ problem: noProblem, values }} isVerified />
}

const noProblem = { fields: {}, message: null }

type DatabaseFormProps = {
  folder: string
  rejected: RejectedForm<DatabaseField>
  isVerified?: boolean
}

function DatabaseForm({ folder, rejected, isVerified = false }: DatabaseFormProps) {
  const t = useTranslate()
  const form = useContractForm(databaseForm, rejected)
  return (
    <InstallPage step="database" title={t('install.database.title')}>
      <FormBox form={form} className="grid gap-6">
        {isVerified && (
          <Notice tone="ok" live>
            {t('install.database.check_passed')}
          </Notice>
        )}
        <DatabaseFields form={form} folder={folder} />
        <div className="flex flex-wrap gap-2">
          {/* First in the form, so that Enter triggers it. */}
          <Button type="submit" variant="primary" size="lg" loading={form.isSubmitting}>
            {t('install.next')}
          </Button>
          <Button type="submit" size="lg" name="intent" value="check">
            {t('install.database.check')}
          </Button>
          <ButtonLink href={installPath} variant="ghost" size="lg">
            {t('install.back')}
          </ButtonLink>
        </div>
      </FormBox>
    </InstallPage>
  )
}
