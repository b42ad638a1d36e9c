/** Query parameter of the redirect after a form was saved. */
export const savedParameter = 'saved'
