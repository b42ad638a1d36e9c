export const readyCookieName = 'installed'

/** Only the browser that ran the installer sees its last page. */
export const readyCookie = `${readyCookieName}=1; Path=/install; Max-Age=3600; HttpOnly; SameSite=Strict`
