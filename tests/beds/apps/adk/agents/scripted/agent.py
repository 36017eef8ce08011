# type: ignore
"""An agent whose model is the scripted one."""

import os

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.genai import types
from openai import AsyncOpenAI

model = AsyncOpenAI(base_url=os.environ["MODEL_URL"], api_key="none")


def response(text, **more):
    return LlmResponse(content=types.Content(role="model", parts=[types.Part(text=text)]), **more)


class Scripted(BaseLlm):
    async def generate_content_async(self, llm_request, stream=False):
        said = [
            {
                "role": "assistant" if content.role == "model" else "user",
                "content": "".join(part.text or "" for part in content.parts or []),
            }
            for content in llm_request.contents
        ]
        if not stream:
            whole = await model.chat.completions.create(model="scripted", messages=said)
            yield response(whole.choices[0].message.content)
            return
        text = ""
        async for part in await model.chat.completions.create(model="scripted", messages=said, stream=True):
            if part.choices and (piece := part.choices[0].delta.content):
                text += piece
                yield response(piece, partial=True)
        yield response(text, partial=False)


root_agent = LlmAgent(name="scripted", model=Scripted(model="scripted"), instruction="")
