import { useQuery } from "@tanstack/react-query";
import { useMay } from "./access";
import { callApi } from "./api";
import type {
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointChanges,
} from "./api-types";
import { useChange } from "./changes";

export type { NewWebhookEndpoint, WebhookDelivery, WebhookDeliveryDetail, WebhookEndpoint };

const listKey = ["webhook-endpoints"] as const;
const deliveriesKey = ["webhook-deliveries"] as const;

/** How many deliveries of an endpoint are listed. */
export const LISTED_DELIVERIES = 50;
/** Deliveries appear without the user's doing. */
const LOOKED_MS = 5_000;

export function useWebhookEndpoints() {
  return useQuery({
    enabled: useMay("manage"),
    queryKey: listKey,
    queryFn: ({ signal }) => callApi("GET /webhook-endpoints", { signal }),
    select: ({ data }) => data,
  });
}

/** Creates an endpoint. The answer is the only one that ever contains its secret, and is shown at once. */
export function useCreateWebhook() {
  return useChange((body: NewWebhookEndpoint) => callApi("POST /webhook-endpoints", { body }), {
    others: [listKey],
  });
}

export function useUpdateWebhook(id: string) {
  return useChange(
    (body: WebhookEndpointChanges) => callApi("PATCH /webhook-endpoints/{id}", { path: { id }, body }),
    { awaited: [listKey] },
  );
}

/** The answer contains the new secret. */
export function useRotateWebhook(id: string) {
  return useChange(() => callApi("POST /webhook-endpoints/{id}/rotate", { path: { id } }), {
    others: [listKey],
  });
}

export function useDeleteWebhook(id: string) {
  return useChange(() => callApi("DELETE /webhook-endpoints/{id}", { path: { id } }), { awaited: [listKey] });
}

/** Sends a test event and waits for the answer. */
export function useTestWebhook(id: string) {
  return useChange(() => callApi("POST /webhook-endpoints/{id}/test", { path: { id } }), {
    others: [listKey, deliveriesKey],
  });
}

/** The latest deliveries of an endpoint, kept up to date. */
export function useDeliveries(id: string) {
  return useQuery({
    queryKey: [...deliveriesKey, id],
    queryFn: ({ signal }) =>
      callApi("GET /webhook-endpoints/{id}/deliveries", {
        path: { id },
        query: { limit: LISTED_DELIVERIES },
        signal,
      }),
    refetchInterval: LOOKED_MS,
  });
}

/** One delivery with its request and answer; refetched after another attempt. */
export function useDelivery({ endpoint_id, id, attempts }: WebhookDelivery) {
  return useQuery({
    queryKey: [...deliveriesKey, endpoint_id, id, attempts],
    queryFn: ({ signal }) =>
      callApi("GET /webhook-endpoints/{id}/deliveries/{deliveryId}", {
        path: { id: endpoint_id, deliveryId: id },
        signal,
      }),
  });
}

export function useReplayDelivery({ endpoint_id, id }: WebhookDelivery) {
  return useChange(
    () =>
      callApi("POST /webhook-endpoints/{id}/deliveries/{deliveryId}/replay", {
        path: { id: endpoint_id, deliveryId: id },
      }),
    { awaited: [[...deliveriesKey, endpoint_id]] },
  );
}
