/** The token of an `Authorization` header with a bearer token, whose scheme may have any case (RFC 9110, 11.1); null without. */
export function bearerOf({ headers }: Pick<Request, "headers">): string | null {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** The same for the API, which accepts nothing but `Bearer `, with one space (docs/interface.md). */
export function apiBearerOf(authorization: string | null): string | null {
  return /^Bearer (\S+)$/.exec(authorization ?? "")?.[1] ?? null;
}
