"""The spellings of the regions in which a call doesn't count, as models print them."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["reasoning", "result"]


class Region(NamedTuple):
    """The opener and the closer of a region, both lower case and literal."""

    kind: Kind
    opener: str
    closer: str


# Tags as models print them. Each may have attributes (`<think lang="en">`) and a namespace (`<seed:think>`).
# think: DeepSeek R1, Qwen, MiniMax, Hunyuan. thinking: Claude, Open WebUI. thought: EXAONE Deep, Gemini.
# reason, reasoning: Open WebUI's own list. reflection: Reflection 70B. The rest: published system prompts,
# translations, and spellings in bug reports.
_REASONING = """think thinking thought thoughts reason reasoning reasoning_content reasoning_process
reasoning_steps reflect reflection self_reflection scratchpad scratch_pad monologue inner_monologue
inner-monologue internal_monologue inner_thoughts inner-thoughts internal_thoughts internal_reasoning
chain_of_thought chain-of-thought cot thought_process thought-process thoughtprocess thinking_process
deliberation analysis antthinking ant_thinking longcat_think 思考 思考过程 思考過程 思维 思維 推理 denken
gedanken gedankengang überlegung überlegungen pensée pensées réflexion raisonnement pensamiento pensamientos
razonamiento pensamento raciocínio pensiero ragionamento riflessione мысли размышления рассуждение мислення
생각 düşünce suy_nghĩ"""
_RESULTS = """function_result function_results function_response function_responses function_output
tool_response tool_responses tool_result tool_results tool_output tool_outputs tool_call_result
tool_call_output observation observations stdout stderr"""
TOKENS = (
    Region("reasoning", "[think]", "[/think]"),  # Mistral's Magistral
    Region("reasoning", "◁think▷", "◁/think▷"),  # Kimi VL
    Region("reasoning", "<|begin_of_thought|>", "<|end_of_thought|>"),  # Sky-T1, OpenThinker
    Region("reasoning", "<|start_thinking|>", "<|end_thinking|>"),  # Cohere's Command A Reasoning
    Region("reasoning", "<|inner_prefix|>", "<|inner_suffix|>"),  # Apertus
    Region("reasoning", "<|channel>thought", "<channel|>"),  # Gemma 4
    Region("reasoning", "<|channel|>analysis<|message|>", "<|end|>"),  # gpt-oss (harmony)
    Region("reasoning", "<unused94>thought", "<unused95>"),  # MedGemma
    Region("reasoning", "<ifm|think>", "</ifm|think>"),  # K2 Think
    *(
        Region("reasoning", f"{left}{word}{right}", f"{left}/{word}{right}")
        for left, right in (("<|", "|>"), ("<｜", "｜>"), ("[", "]"), ("&lt;", "&gt;"), ("＜", "＞"))
        for word in ("think", "thinking", "thought", "reasoning")
        if (left, word) != ("[", "think")
    ),
    *(
        Region("reasoning", f"<|{begin}_of_{word}|>", f"<|end_of_{word}|>")
        for begin in ("begin", "start")
        for word in ("thought", "thinking", "reasoning")
        if (begin, word) != ("begin", "thought")
    ),
    Region("reasoning", "<｜begin▁of▁thought｜>", "<｜end▁of▁thought｜>"),
    Region("result", "<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"),  # DeepSeek
    Region("result", "<｜tool▁output▁begin｜>", "<｜tool▁output▁end｜>"),
    Region("result", "<|start_tool_result|>", "<|end_tool_result|>"),  # Cohere
    Region("result", "[tool_results]", "[/tool_results]"),  # Mistral
    Region("result", "<|tool_response>", "<tool_response|>"),  # Gemma 4
    Region("result", "<start_function_response>", "<end_function_response>"),  # FunctionGemma
    # The turns of others, which a model invents or repeats: ChatML, Llama 3, Kimi K2, GLM.
    Region("result", "<|im_start|>tool", "<|im_end|>"),
    Region("result", "<|im_start|>user", "<|im_end|>"),
    Region("result", "<|im_system|>tool", "<|im_end|>"),
    Region("result", "<|im_user|>", "<|im_end|>"),
    Region("result", "<|start_header_id|>ipython", "<|eot_id|>"),
    Region("result", "<|start_header_id|>tool", "<|eot_id|>"),
    Region("result", "<|start_header_id|>user", "<|eot_id|>"),
    Region("result", "<|observation|>", "<|assistant|>"),
    Region("result", "<|user|>", "<|assistant|>"),
)
KIND_OF_TAG: dict[str, Kind] = {
    **dict.fromkeys(_REASONING.split(), "reasoning"),
    **dict.fromkeys(_RESULTS.split(), "result"),
}
