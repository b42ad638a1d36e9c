import { roles } from '@stoa/contract/access'
import { useTranslate } from '../../../kernel/visit-context.tsx'

/** Undefined for ordinary members. */
export function useRoleLabel(): (roleId: number) => string | undefined {
  const t = useTranslate()
  return (roleId) => {
    if (roleId === roles.admin) return t('role.admin')
    return roleId === roles.moderator ? t('role.moderator') : undefined
  }
}
