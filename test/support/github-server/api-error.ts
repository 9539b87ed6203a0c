/** An answer that is an error, in the shape GitHub gives it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  /** What the client reads. */
  get body(): Readonly<Record<string, unknown>> {
    return {
      message: this.message,
      ...this.details,
      documentation_url: 'https://docs.github.com/rest',
      status: String(this.status),
    };
  }
}

export function unauthorised(message = 'Bad credentials'): ApiError {
  return new ApiError(401, message);
}

export function forbidden(message = 'Resource not accessible by integration'): ApiError {
  return new ApiError(403, message);
}

/** Also what a caller sees of things it may not see. */
export function notFound(): ApiError {
  return new ApiError(404, 'Not Found');
}

export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** A request that is well formed but impossible, in words alone. */
export function unprocessable(message: string): ApiError {
  return new ApiError(422, message);
}

/** A request that names what is wrong with which field. */
export function validationFailed(error: {
  readonly resource: string;
  readonly field?: string;
  readonly code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'custom';
  readonly message?: string;
}): ApiError {
  return new ApiError(422, 'Validation Failed', { errors: [error] });
}
